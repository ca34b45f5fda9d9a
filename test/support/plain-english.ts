import { globSync, readFileSync } from "node:fs";

/**
 * Counts comments, test titles and identifiers that are not plain English, by package and by folder of tests:
 * `npm run words`, or `npm run words -- core/ledger test/src`.
 */
const ROOT = new URL("../../", import.meta.url).pathname;

/** Files that list the words themselves. */
const WORD_LISTS: readonly string[] = ["test/support/plain-english.ts", "test/support/banned-words.ts"];

/** Doc comments that begin with a relative clause instead of a verb or a noun. */
const OPENING = /^(?:What|Whether|Who|Whose|Where|The same|One of)\b/;

const BANNED =
  /\b(?:told|said of|whoever|somebody|nobody|anybody|lies|stands|comes to|goes on|by itself|beside|what of|asked|kept|given)\b/gi;

/** Words that no local name needs; `test/src/names.test.ts` checks exported names against a longer list. */
const BANNED_IN_NAMES = /^(?:asked|told|said|kept|whoever|somebody|nobody|anybody|everybody|elsewhere|beside|stands)$/i;

const DOC_COMMENT = /\/\*\*[\s\S]*?\*\//g;

/** A comment, or a string, which is matched so that a `//` inside it is not taken for a comment. */
const COMMENT_OR_STRING = /\/\*[\s\S]*?\*\/|(?<![:\\])\/\/.*|"(?:[^"\\\n]|\\.)*"/g;

/** The title of a test or suite, also of one that `each` repeats. */
const TITLE = /(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*["`]((?:[^"`\\\n]|\\.)* (?:[^"`\\\n]|\\.)*)["`]/g;

interface Count {
  readonly docComments: number;
  readonly openings: number;
  readonly bannedWords: number;
  readonly titles: number;
  readonly names: number;
}

const textOf = (comment: string): string => comment.replace(/^\/\*\*|\*\/$|^\s*\* ?/gm, " ").trim();

const wordsOf = (name: string): readonly string[] => name.replace(/([a-z\d])([A-Z])/g, "$1_$2").split("_");

function countOf(source: string): Count {
  const docComments = (source.match(DOC_COMMENT) ?? []).map(textOf);
  const comments = (source.match(COMMENT_OR_STRING) ?? []).filter((text) => text.startsWith("/"));
  const titles = [...source.matchAll(TITLE)].map(([, title = ""]) => title);
  const names = source.replace(COMMENT_OR_STRING, " ").replace(/`(?:[^`\\]|\\.)*`/g, " ");
  return {
    docComments: docComments.length,
    openings: docComments.filter((text) => OPENING.test(text)).length,
    bannedWords: comments.join("\n").match(BANNED)?.length ?? 0,
    titles: titles.join("\n").match(BANNED)?.length ?? 0,
    names: (names.match(/[A-Za-z_$][\w$]*/g) ?? []).filter((name) =>
      wordsOf(name).some((word) => BANNED_IN_NAMES.test(word)),
    ).length,
  };
}

const sum = (counts: readonly Count[]): Count => ({
  docComments: counts.reduce((total, count) => total + count.docComments, 0),
  openings: counts.reduce((total, count) => total + count.openings, 0),
  bannedWords: counts.reduce((total, count) => total + count.bannedWords, 0),
  titles: counts.reduce((total, count) => total + count.titles, 0),
  names: counts.reduce((total, count) => total + count.names, 0),
});

/** `core/ledger` for a source, `core/ledger/test` and `test/support` for tests. */
function folderOf(file: string): string {
  const [first = "", second = "", third = ""] = file.split("/");
  return third === "test" ? `${first}/${second}/test` : `${first}/${second}`;
}

const PATTERNS = ["{core,contracts,adapters,hosts}/*/{src,test}/**/*.{ts,tsx}", "test/*/**/*.ts"];

const chosen = process.argv.slice(2);
const folders = new Map<string, Count[]>();
for (const file of globSync(PATTERNS, { cwd: ROOT })) {
  const name = folderOf(file);
  if (file.includes("node_modules") || WORD_LISTS.includes(file)) continue;
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  folders.set(name, [...(folders.get(name) ?? []), countOf(readFileSync(`${ROOT}${file}`, "utf8"))]);
}

const rows = [...folders]
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(([name, counts]) => [name, sum(counts)]);
console.table(Object.fromEntries([...rows, ["total", sum([...folders.values()].flat())]]));
