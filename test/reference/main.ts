/**
 * Writes the reference of every published package to docs/reference, one page each: what its doors export, with the
 * declaration and its doc comment. `npm run docs`.
 */
import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Package, publishedPackages, ROOT } from "../release/packages.ts";
import { type Declared, exportsOf } from "./exports.ts";

const FOLDER = join(ROOT, "docs/reference");

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const rows = publishedPackages().map(writePage);
const head = ["# Reference", "", "| package | what it is | exports |", "|---|---|---|"];
writeFileSync(join(FOLDER, "README.md"), `${[...head, ...rows].join("\n")}\n`);
console.log(`Wrote docs/reference: ${rows.length} packages`);

/** Returns the row of the package in the table of all. */
function writePage({ folder, manifest }: Package): string {
  const { name, description = "", exports = {} } = manifest;
  const doors = Object.entries(exports).flatMap(([path, { "@cartulary/source": source = "" }]) =>
    globSync(source, { cwd: join(ROOT, folder) }).map((file) => ({
      door: join(name, path.replace("*", starIn(source, file))),
      declared: exportsOf(join(ROOT, folder, file)),
    })),
  );
  const sections = doors.flatMap(({ door, declared }) => ["", `## ${door}`, ...declared.flatMap(linesOf)]);
  const file = `${name.split("/").at(-1)}.md`;
  writeFileSync(join(FOLDER, file), `${[`# ${name}`, "", description, ...sections].join("\n")}\n`);
  const count = doors.reduce((sum, { declared }) => sum + declared.length, 0);
  return `| [${name}](${file}) | ${description} | ${count} |`;
}

/** The part of a file's path for which a pattern has a star. */
function starIn(pattern: string, file: string): string {
  const [before = "", after = ""] = join(pattern).split("*");
  return join(file).slice(before.length, -after.length || undefined);
}

function linesOf({ name, comment, text }: Declared): readonly string[] {
  return ["", `### ${name}`, ...(comment ? ["", comment] : []), "", "```ts", text, "```"];
}
