import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = new URL("../../", import.meta.url).pathname;

const FORM =
  /^# (\d{4})\. (.+)\n\nStatus: (accepted|superseded by \d{4})\nDate: \d{4}-\d\d-\d\d\n(?:Also: (\d{4}(?:, \d{4})*)\n)?\n## Context\n\n[\s\S]+\n## Decision\n\n[\s\S]+\n## Consequences\n\n[\s\S]+$/;

/** Files that may refer to decisions. */
const SOURCES = [
  "*.md",
  "docs/**/*.md",
  "{core,contracts,adapters,hosts}/*/README.md",
  "{core,contracts,adapters,hosts}/*/{bin,src,test}/**/*.{ts,tsx,mjs}",
  "{test,examples}/**/*.{ts,mjs,md}",
];

const REFERENCES = /\bdecisions?[ /]\d{4}(?:, \d{4}\b)*/g;

const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

const filesOf = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: ROOT, exclude: (name) => name.endsWith("node_modules") || name.endsWith("dist") });

const decisions = filesOf("docs/decisions/[0-9]*.md")
  .toSorted()
  .map((file) => {
    const [, number = "", title = "", status = "", also = ""] = FORM.exec(read(file)) ?? [];
    return { file: basename(file), number, title, status, also: also === "" ? [] : also.split(", ") };
  });

const numbers: ReadonlySet<string> = new Set(decisions.map(({ number }) => number));

describe("decisions", () => {
  it.each(decisions)("$file has a title, a status, a date, a context, a decision and consequences", (decision) => {
    expect(decision.number).toBe(decision.file.slice(0, 4));
    const [, successor] = /^superseded by (\d{4})$/.exec(decision.status) ?? [];
    if (successor !== undefined) expect(numbers).toContain(successor);
  });

  it("the index has each decision once, with its number and title", () => {
    const rows = [...read("docs/decisions/README.md").matchAll(/^\| (\d{4}) \| \[(.+?)\]\((.+?)\) \| .+ \|$/gm)];
    expect(rows.map(([, ...cells]) => cells.join(" | ")).toSorted()).toEqual(
      decisions.map(({ number, title, file }) => [number, title, file].join(" | ")),
    );
  });

  it("no number is used twice", () => {
    const [, retired = ""] = /^Numbers without a file[^:]*: (.+)\.$/m.exec(read("docs/decisions/README.md")) ?? [];
    const used = [...numbers, ...decisions.flatMap(({ also }) => also), ...retired.split(", ")];
    expect(used.filter((number, index) => used.indexOf(number) !== index)).toEqual([]);
  });

  it("references lead to a decision that exists", () => {
    const files = SOURCES.flatMap(filesOf);
    const missing = files.flatMap((file) =>
      [...read(file).matchAll(REFERENCES)]
        .flatMap(([text]) => text.match(/\d{4}/g) ?? [])
        .filter((number) => !numbers.has(number))
        .map((number) => `${file}: ${number}`),
    );
    expect(files.length).toBeGreaterThan(1000);
    expect(missing).toEqual([]);
  });
});
