// `leasehold completion`: a script by which a shell completes commands and options.
import { UsageError } from "../kit/cli-errors.ts";
import type { Command } from "../kit/command.ts";

/** The command `completion`. */
export const completionCommand: Command = {
  name: "completion",
  usage: "<shell>",
  summary: "prints a script by which bash, zsh or fish completes commands and options",
  examples: [
    "source <(leasehold completion bash)",
    "leasehold completion fish > ~/.config/fish/completions/leasehold.fish",
  ],
  async run({ out, args: { shell = "" } }) {
    const [{ COMMANDS }, { GLOBAL_OPTIONS }] = await Promise.all([import("./all.ts"), import("../kit/help.ts")]);
    const format = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
    if (!format) throw new UsageError(`the shells are ${Object.keys(SHELLS).join(", ")}`);
    await out.lines(format(COMMANDS, Object.keys(GLOBAL_OPTIONS)));
  },
};

const optionsOf = (command: Command, others: readonly string[]) =>
  [...Object.keys(command.options ?? {}), ...others].map((name) => `--${name}`);

function formatBash(commands: readonly Command[], others: readonly string[]): string[] {
  const cases = commands.map((command) => `    ${command.name}) words="${optionsOf(command, others).join(" ")}" ;;`);
  return [
    "_leasehold() {",
    '  local words current="$2"',
    `  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map(({ name }) => name).join(" ")} help"`,
    '  else set -- $COMP_LINE; case "$2" in',
    ...cases,
    "  esac; fi",
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    "}",
    "complete -F _leasehold leasehold",
  ];
}

function formatFish(commands: readonly Command[], others: readonly string[]): string[] {
  const quote = (text: string) => `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
  const all = commands.map(({ name }) => name).join(" ");
  return [
    "complete -c leasehold -f",
    ...commands.flatMap((command) => [
      `complete -c leasehold -n "not __fish_seen_subcommand_from ${all}" -a ${command.name} -d ${quote(command.summary)}`,
      ...optionsOf(command, others).map(
        (option) => `complete -c leasehold -n "__fish_seen_subcommand_from ${command.name}" -l ${option.slice(2)}`,
      ),
    ]),
  ];
}

const SHELLS: Record<string, (commands: readonly Command[], others: readonly string[]) => string[]> = {
  bash: formatBash,
  // zsh runs bash's completions.
  zsh: (...given) => ["autoload -Uz bashcompinit && bashcompinit", ...formatBash(...given)],
  fish: formatFish,
};
