import { globSync, readFileSync } from "node:fs";

/** Counts comments of every package's src that are not plain English: `npm run words`, or `npm run words -- core/ledger`. */
const ROOT = new URL("../../", import.meta.url).pathname;

/** Doc comments that begin with a relative clause instead of a verb or a noun. */
const OPENING = /^(?:What|Whether|Who|Whose|Where|The same|One of)\b/;

const BANNED =
  /\b(?:told|said of|whoever|somebody|nobody|anybody|lies|stands|comes to|goes on|by itself|beside|what of|asked|kept|given)\b/gi;

const DOC_COMMENT = /\/\*\*[\s\S]*?\*\//g;

/** A comment, or a string, which is matched so that a `//` inside it is not taken for a comment. */
const COMMENT_OR_STRING = /\/\*[\s\S]*?\*\/|(?<![:\\])\/\/.*|"(?:[^"\\\n]|\\.)*"/g;

interface Count {
  readonly docComments: number;
  readonly openings: number;
  readonly bannedWords: number;
}

const textOf = (comment: string): string => comment.replace(/^\/\*\*|\*\/$|^\s*\* ?/gm, " ").trim();

function countOf(source: string): Count {
  const docComments = (source.match(DOC_COMMENT) ?? []).map(textOf);
  const comments = (source.match(COMMENT_OR_STRING) ?? []).filter((text) => text.startsWith("/"));
  return {
    docComments: docComments.length,
    openings: docComments.filter((text) => OPENING.test(text)).length,
    bannedWords: comments.join("\n").match(BANNED)?.length ?? 0,
  };
}

const sum = (counts: readonly Count[]): Count => ({
  docComments: counts.reduce((total, count) => total + count.docComments, 0),
  openings: counts.reduce((total, count) => total + count.openings, 0),
  bannedWords: counts.reduce((total, count) => total + count.bannedWords, 0),
});

const chosen = process.argv.slice(2);
const packages = new Map<string, Count[]>();
for (const file of globSync("{core,contracts,adapters,hosts}/*/src/**/*.{ts,tsx}", { cwd: ROOT })) {
  const name = file.split("/", 2).join("/");
  if (file.includes("node_modules") || (chosen.length > 0 && !chosen.includes(name))) continue;
  packages.set(name, [...(packages.get(name) ?? []), countOf(readFileSync(`${ROOT}${file}`, "utf8"))]);
}

const rows = [...packages]
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(([name, counts]) => [name, sum(counts)]);
console.table(Object.fromEntries([...rows, ["total", sum([...packages.values()].flat())]]));
