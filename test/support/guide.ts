import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

/** The pages of the guide, and the README, by their path from the root. */
export const PAGES: readonly string[] = [
  "README.md",
  ...readdirSync(join(root, "docs/guide"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/guide/${name}`),
];

/** A text between fences. */
export interface Block {
  /** The word after the fence. */
  readonly language: string;
  readonly text: string;
}

export const pageText = (path: string): string => readFileSync(join(root, path), "utf8");

export const blocksIn = (text: string): readonly Block[] =>
  [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = "", block = ""]) => ({ language, text: block }));

/** Starts a server in another terminal; a test starts its own. */
const STARTS = /^(?:PORT=\d+ )?npm (?:start|test|run demo)\b/;

/** The blocks of a page that a reader types into the prepared shell, each with the reply that the page shows after it. */
export function stepsOf(path: string): readonly { readonly script: string; readonly reply: string | null }[] {
  const blocks = blocksIn(pageText(path));
  return blocks.flatMap(({ language, text }, at) => {
    if (language !== "sh" || text.split("\n").every((line) => line === "" || STARTS.test(line))) return [];
    const next = blocks[at + 1];
    return [{ script: text, reply: next?.language === "text" ? next.text : null }];
  });
}

/** Splits a script into commands: one continues in an open quote, loop or here-document, or after a backslash. */
export function commandsIn(script: string): readonly string[] {
  const commands: string[] = [];
  let open = "";
  for (const line of script.split("\n")) {
    open += `${open && "\n"}${line}`;
    if (!isWhole(open)) continue;
    if (open !== "") commands.push(open);
    open = "";
  }
  return commands;
}

function isWhole(command: string): boolean {
  const [, ending] = /<<(\w+)$/m.exec(command) ?? [];
  if (ending !== undefined && !command.endsWith(`\n${ending}`)) return false;
  const bare = command.replaceAll('\\"', "");
  if (bare.split('"').length % 2 === 0 || bare.split("'").length % 2 === 0) return false;
  const loops = [...command.matchAll(/^(?:for|until|while) /gm)].length;
  return !command.endsWith("\\") && loops <= [...command.matchAll(/\bdone\b/g)].length;
}

/** Returns the lines of a shown reply that no line of the output matches, in their order; `…` matches any text. */
export function missingFrom(output: string, reply: string): readonly string[] {
  let rest = output.split("\n");
  return reply.split("\n").filter((line) => {
    if (line.trim() === "") return false;
    const pattern = new RegExp(`^${line.split("…").map(escaped).join(".*")}$`, "s");
    const at = rest.findIndex((each) => pattern.test(each));
    rest = at < 0 ? rest : rest.slice(at + 1);
    return at < 0;
  });
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
