import { parseArguments, rejectExtraArguments } from "../parse-arguments.ts";
import { print } from "../print.ts";
import { UsageError } from "../usage.ts";

/** A command, as the usage shows it. */
interface Completed {
  readonly words: readonly string[];
  readonly options: string;
  readonly does: string;
}

/**
 * `cartulary completion bash|zsh|fish`: prints a script that completes commands and options, made from the list of
 * commands: `source <(cartulary completion bash)`.
 */
export function completion(commands: readonly Completed[]): (words: readonly string[]) => Promise<number> {
  return async (words) => {
    const { positionals } = parseArguments({ args: [...words], allowPositionals: true, options: {} });
    const [shell = "", ...more] = positionals;
    rejectExtraArguments("completion", more);
    const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
    if (!script) throw new UsageError(`completion takes one of ${Object.keys(SCRIPTS).join(", ")}`);
    await print(script(commands));
    return 0;
  };
}

/** Typed words, and the words that may follow. */
interface Continuation {
  readonly after: string;
  readonly words: readonly string[];
}

/** The continuations of no words, of the first of two words, and of complete commands: their options. */
function continuationsOf(commands: readonly Completed[]): readonly Continuation[] {
  const groups = Map.groupBy(commands, ({ words }) => words[0] ?? "");
  const seconds = [...groups].map(([first, group]) => ({
    after: first,
    words: group.flatMap(({ words: [, second] }) => second ?? []),
  }));
  return [
    { after: "", words: [...groups.keys(), "help"] },
    ...seconds.filter(({ words }) => words.length > 0),
    ...commands.map((command) => ({ after: command.words.join(" "), words: optionsOf(command) })),
  ];
}

const optionsOf = ({ options }: Completed): readonly string[] => [
  ...new Set([...(options.match(/--[a-z-]+/g) ?? []), ...alternativesOf(options)]),
];

/** The words of `bash|zsh|fish`, where a command takes one of them. */
const alternativesOf = (options: string): readonly string[] =>
  /^[a-z]+(\|[a-z]+)+$/.test(options) ? options.split("|") : [];

function bash(commands: readonly Completed[]): string {
  const cases = continuationsOf(commands).map(({ after, words }) => {
    const pattern = after === "" ? '""' : isCommand(commands, after) ? `"${after}"|"${after} "*` : `"${after}"`;
    return `    ${pattern}) candidates="${words.join(" ")}" ;;`;
  });
  return `# bash completion of cartulary: source <(cartulary completion bash)
_cartulary() {
  local before="\${COMP_WORDS[*]:1:COMP_CWORD-1}" candidates=""
  case "$before" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _cartulary cartulary
`;
}

function zsh(commands: readonly Completed[]): string {
  const cases = continuationsOf(commands).map(({ after, words }) => {
    const pattern = after === "" ? '""' : isCommand(commands, after) ? `"${after}"|"${after} "*` : `"${after}"`;
    return `    ${pattern}) candidates=(${words.join(" ")}) ;;`;
  });
  return `#compdef cartulary
# zsh completion of cartulary: source <(cartulary completion zsh), or this text as _cartulary in a folder of fpath
_cartulary() {
  local before="\${(j: :)words[2,CURRENT-1]}"
  local -a candidates
  case "$before" in
${cases.join("\n")}
  esac
  (( $#candidates )) && compadd -- $candidates
  _files
}
if [ "$funcstack[1]" = "_cartulary" ]; then _cartulary "$@"; else compdef _cartulary cartulary; fi
`;
}

function fish(commands: readonly Completed[]): string {
  const groups = Map.groupBy(commands, ({ words }) => words[0] ?? "");
  const firsts = [...groups].map(([first, group]) => {
    const does = group.length === 1 && group[0]?.words.length === 1 ? ` -d ${quoted(group[0].does)}` : "";
    return `complete -c cartulary -n __fish_use_subcommand -f -a ${first}${does}`;
  });
  const rest = commands.flatMap((command) => {
    const [first, second] = command.words;
    const siblings = (groups.get(first ?? "") ?? []).flatMap(({ words }) => words[1] ?? []);
    const inGroup = `__fish_seen_subcommand_from ${first}`;
    const inCommand = second === undefined ? inGroup : `${inGroup}; and __fish_seen_subcommand_from ${second}`;
    const open = `${inGroup}; and not __fish_seen_subcommand_from ${siblings.join(" ")}`;
    const own =
      second === undefined ? [] : [`complete -c cartulary -n '${open}' -f -a ${second} -d ${quoted(command.does)}`];
    const options = optionsOf(command).map((option) => {
      const argument = option.startsWith("--") ? `-l ${option.slice(2)}` : `-f -a ${option}`;
      return `complete -c cartulary -n '${inCommand}' ${argument}`;
    });
    return [...own, ...options];
  });
  return `# fish completion of cartulary: cartulary completion fish | source\n${[...firsts, ...rest].join("\n")}\n`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;

const isCommand = (commands: readonly Completed[], text: string): boolean =>
  commands.some(({ words }) => words.join(" ") === text);

const SCRIPTS: Readonly<Record<string, (commands: readonly Completed[]) => string>> = { bash, zsh, fish };
