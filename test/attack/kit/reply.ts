// Replies as text, held to the document.
import { expectDocumented } from "../../http/kit/documented.ts";
import { textOf } from "../../http/kit/hostile.ts";

/** Reads a reply, with its headers, and holds it to the document. */
export async function readReply(method: string, path: string, response: Response): Promise<string> {
  await expectDocumented(method, path, response);
  return `${[...response.headers].flat().join("\n")}\n${await textOf(response)}`;
}
