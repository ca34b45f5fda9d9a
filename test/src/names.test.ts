import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { ALLOWED_NAMES, BANNED_WORDS, ENDINGS_OF_THE_TRADE, UNCHECKED_FOLDERS } from "../support/banned-words.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

const SOURCES = "{core,contracts,adapters,hosts}/*/src/**/*.{ts,tsx}";

/** A declaration that a file exports by its own name. */
const DECLARED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type) ([\w$]+)/gm;

const banned: ReadonlySet<string> = new Set(BANNED_WORDS);

/** The words of a name: split at case changes, underscores and hyphens. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[\s_$.-]+/)
    .filter((word) => word !== "");
}

const hasBannedWord = (name: string): boolean => wordsOf(name).some((word) => banned.has(word));

/** True for a file that is named after an act, as "merging.ts" or "merged.ts", and not after its content. */
function isNamedAfterAnAct(stem: string): boolean {
  const last = wordsOf(stem).at(-1) ?? "";
  return /(?:ing|ed)$/.test(last) && !ENDINGS_OF_THE_TRADE.includes(last) && !ENDINGS_OF_THE_TRADE.includes(stem);
}

interface Violation {
  readonly file: string;
  /** The exported name; `null` for the name of the file itself. */
  readonly name: string | null;
}

const textOf = ({ file, name }: Violation): string => (name === null ? file : `${file}: ${name}`);

function violationsOf(file: string): readonly Violation[] {
  const stem = basename(file).replace(/(?:\.child)?\.tsx?$/, "");
  const ofFile = hasBannedWord(stem) || isNamedAfterAnAct(stem) ? [{ file, name: null }] : [];
  const names = [...readFileSync(join(ROOT, file), "utf8").matchAll(DECLARED)].map(([, name = ""]) => name);
  return [...ofFile, ...names.filter(hasBannedWord).map((name) => ({ file, name }))];
}

const files = globSync(SOURCES, { cwd: ROOT })
  .filter((file) => !file.includes("node_modules") && !UNCHECKED_FOLDERS.some((folder) => file.startsWith(folder)))
  .toSorted();

it("exported names and files have no banned word", () => {
  const found = files.flatMap(violationsOf).map(textOf);
  expect(files.length).toBeGreaterThan(500);
  expect(found.filter((text) => !ALLOWED_NAMES.has(text))).toEqual([]);
});

it("no exception outlives its name", () => {
  const found = new Set(files.flatMap(violationsOf).map(textOf));
  expect([...ALLOWED_NAMES.keys()].filter((text) => !found.has(text))).toEqual([]);
});

it("names are split where a reader would", () => {
  expect(wordsOf("SESSIONS_SHOWN_MAX")).toEqual(["sessions", "shown", "max"]);
  expect(wordsOf("toldHTTPWords")).toEqual(["told", "http", "words"]);
  expect(hasBannedWord("ListAsked")).toBe(true);
  expect(hasBannedWord("returnPath")).toBe(false);
  expect(isNamedAfterAnAct("merging")).toBe(true);
  expect(isNamedAfterAnAct("billing")).toBe(false);
});
