import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { CHAPTERS } from "./invariants.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const TESTS = [
  "{core,adapters,hosts}/*/test/**/*.ts",
  "contracts/*/{src,test}/**/*.ts",
  "test/src/**/*.ts",
  "test/support/**/*.ts",
];
/** A title that ends with the invariants it proves: `"… [R-4, R-5]"`. */
const TAGGED = /["`]([^"`\n]+) \[((?:[A-Z]-\d+)(?:, [A-Z]-\d+)*)\]["`]/g;

/** A test that proves invariants, or a row of a table of tests. */
export interface Proof {
  /** From the root of the repository. */
  readonly file: string;
  /** Without its tags. */
  readonly title: string;
  readonly tags: readonly string[];
}

/** The page of this checkout, from the root of the repository. */
export const PAGE = "docs/guide/proof.md";

/** Every tag there is, in the order of the specification. */
export const TAGS: readonly string[] = CHAPTERS.flatMap(({ letter, invariants }) =>
  invariants.map((_, index) => `${letter}-${index + 1}`),
);

/** Reads the titles of all tests; returns those with tags, by file. */
export function proofs(): readonly Proof[] {
  const files = globSync(TESTS, { cwd: ROOT, exclude: (name) => name.includes("node_modules") });
  return files.toSorted().flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(TAGGED)].map(([, title = "", tags = ""]) => ({
      file: file.replaceAll("\\", "/"),
      title,
      tags: tags.split(", "),
    })),
  );
}

/** Writes out every invariant with the tests that prove it, as Markdown. */
export function proofPage(found: readonly Proof[]): string {
  return `${[...HEAD, ...CHAPTERS.flatMap((chapter) => ["", ...chapterLines(chapter, found)])].join("\n")}\n`;
}

const HEAD = [
  "# What is proven, and by which test",
  "",
  "Every invariant of the specification, with the tests that fail when it is broken. A test names its invariants at the",
  "end of its title: `[R-12]`. `npm run proof` writes this page; `npm test` fails if an invariant has no test, or if this",
  "page differs from the tests.",
];

function chapterLines({ letter, title, invariants }: (typeof CHAPTERS)[number], found: readonly Proof[]): string[] {
  const lines = invariants.flatMap((invariant, index) => {
    const tag = `${letter}-${index + 1}`;
    const tests = found.filter(({ tags }) => tags.includes(tag));
    return ["", `**${tag}** ${invariant}`, "", ...tests.map(testLine)];
  });
  return [`## ${title}`, ...lines];
}

const testLine = ({ file, title }: Proof): string => `- \`${file}\`: ${title.replace(/[\\`*_<>[\]]/g, "\\$&")}`;
