import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = new URL("../../", import.meta.url).pathname;

const PAGES = globSync(
  ["*.md", "docs/*.md", "docs/guide/*.md", "examples/*.md", "{core,adapters,contracts,hosts}/*/README.md"],
  { cwd: ROOT, exclude: (name) => name.endsWith("node_modules") },
).toSorted();

const read = (page: string): string => readFileSync(join(ROOT, page), "utf8");

/** A path from the root in backticks; `<…>` and `*` stand for any name. */
const PATHS = /`((?:core|adapters|contracts|hosts|test|docs|examples|\.changeset|\.github)\/[^`\s:]+)`/g;

/** Paths that a build creates, or names that the text invents. */
const NOT_IN_THE_TREE = /\/dist\/|\/node_modules\//;

describe("The pages for people", () => {
  it.each(PAGES)("%s links to existing files", (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)].map(
      ([, target = ""]) => target,
    );
    expect(links.filter((target) => !existsSync(join(ROOT, dirname(page), target)))).toEqual([]);
  });

  it.each(PAGES)("%s names files and folders that exist", (page) => {
    const text = read(page).replace(/^```.*?^```$/gms, "");
    const paths = [...text.matchAll(PATHS)].map(([, path = ""]) => path).filter((path) => !NOT_IN_THE_TREE.test(path));
    const missing = paths.filter((path) => globSync(path.replace(/<[^>]+>/g, "*"), { cwd: ROOT }).length === 0);
    expect(missing).toEqual([]);
  });

  it("the diffs of CONTRIBUTING fit the files as they are", () => {
    const diffs = [...read("CONTRIBUTING.md").matchAll(/^```diff\n(.*?)^```$/gms)].map(([, diff = ""]) => diff);
    const parts = diffs.flatMap((diff) => diff.split(/^\+\+\+ b\//m).slice(1));
    const missing = parts.flatMap((part) => {
      const [file = "", ...lines] = part.trimEnd().split("\n");
      const present = new Set(read(file).split("\n"));
      const surroundings = lines.filter((line) => /^[ -]/.test(line)).map((line) => line.slice(1));
      return surroundings.filter((line) => !present.has(line)).map((line) => `${file}: ${line}`);
    });
    expect(parts.length).toBeGreaterThan(8);
    expect(missing).toEqual([]);
  });

  it("there are enough of them that a wrong pattern would show", () => {
    expect(PAGES.length).toBeGreaterThan(50);
    expect([...read("ARCHITECTURE.md").matchAll(PATHS)].length).toBeGreaterThan(20);
  });
});
