// The form of most commands: one request to the API, and the printing of its result.
import type { ApiRequest } from "./api.ts";
import type { Command, Given } from "./command.ts";
import { confirmByName } from "./confirm.ts";

/** A command that sends one request. */
interface Operation<T> extends Omit<Command, "run"> {
  /** The question to answer first, if the command destroys something. */
  confirm?: (given: Given) => Parameters<typeof confirmByName>[1];
  /** Validates the arguments and returns the request. */
  request: (given: Given) => ApiRequest;
  print: (result: T, given: Given) => Promise<void> | void;
}

/** Returns the command of an operation. */
export function operation<T>({ confirm, request, print, ...command }: Operation<T>): Command {
  return {
    ...command,
    async run(given, connect) {
      const sent = request(given);
      if (confirm) await confirmByName(given, confirm(given));
      const api = await connect();
      await print(await api.request<T>(sent), given);
    },
  };
}
