import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { publishedPackages } from "../release/packages.ts";
import { programsIn } from "../release/typing.ts";
import { blocksIn, PAGES, pageText } from "./guide.ts";

const root = resolve(import.meta.dirname, "../..");

/** A program in a page, a README or a doc comment. */
export interface DocSample {
  /** The file that shows it, from the root of the checkout. */
  readonly source: string;
  /** The file that it is written to for the compiler, which programs of one README import each other by. */
  readonly file: string;
  readonly text: string;
}

/** The programs of the README and the guide. */
export const pageSamples: readonly DocSample[] = PAGES.flatMap((source) =>
  blocksIn(pageText(source))
    .filter(({ language }) => language === "ts")
    .map(({ text }, at) => ({ source, file: `${source.replace(/\W/g, "-")}-${at}/main.ts`, text })),
);

/** The programs of the packages' READMEs. */
export const readmeSamples: readonly DocSample[] = publishedPackages().flatMap(({ folder }) =>
  programsIn(readFileSync(join(root, folder, "README.md"), "utf8"), "main").map(({ file, text }) => ({
    source: `${folder}/README.md`,
    file: `${folder}/${file}`,
    text,
  })),
);

/** The examples in the doc comments of the packages. */
export const commentSamples: readonly DocSample[] = publishedPackages().flatMap(({ folder }) =>
  globSync(`${folder}/src/**/*.ts`, { cwd: root }).flatMap((source) => examplesIn(source)),
);

function examplesIn(source: string): readonly DocSample[] {
  const comments = readFileSync(join(root, source), "utf8").matchAll(/^\/\*\*\n(?: \*.*\n)*? \*\/$/gm);
  return [...comments]
    .flatMap(([comment]) => blocksIn(comment.replace(/^ \* ?/gm, "").replace(/^.*?(?=@example|$)/s, "")))
    .filter(({ language }) => language === "ts")
    .map(({ text }, at) => ({ source, file: `${source.replace(/\W/g, "-")}-${at}.ts`, text: `${text}export {};\n` }));
}
