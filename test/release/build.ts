/**
 * Builds the package of the current folder with its dependencies; in any other folder it builds all published packages.
 * `prepack` of each package runs this, so that `npm pack` packs a build of the current sources.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { publishedPackages, ROOT } from "./packages.ts";

const published = publishedPackages().map(({ folder }) => folder);
const here = relative(ROOT, process.cwd()).split(sep).join("/");
const folders = published.includes(here) ? [here] : published;

for (const folder of folders) forgetWhenIncomplete(folder);
const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
// The compiler's own words go to standard error: `npm pack --json` writes to standard output.
const { status } = spawnSync(process.execPath, [compiler, "-b", "--checkers", "1", ...folders], {
  cwd: ROOT,
  stdio: ["ignore", 2, 2],
});
if (status === 0) for (const folder of folders) removeLeftovers(folder);
process.exitCode = status ?? 1;

/** The compiler trusts its own notes, even where a built file was removed since: without them it builds again. */
function forgetWhenIncomplete(folder: string): void {
  const built = new Set(builtFiles(folder));
  const needed = sourceFiles(folder).flatMap((name) => outputsOf(name).filter((output) => !output.endsWith(".map")));
  if (needed.some((name) => !built.has(name))) rmSync(join(ROOT, folder, "tsconfig.tsbuildinfo"), { force: true });
}

/** Removes what an earlier build made from sources that are gone: npm would pack it. */
function removeLeftovers(folder: string): void {
  const wanted = new Set(sourceFiles(folder).flatMap(outputsOf));
  for (const name of builtFiles(folder)) if (!wanted.has(name)) rmSync(join(ROOT, folder, "dist", name));
}

/** The files that the compiler makes of a source: of a JSON file its copy. */
function outputsOf(name: string): readonly string[] {
  if (name.endsWith(".json")) return [name];
  return [".js", ".js.map", ".d.ts", ".d.ts.map"].map((end) => name.slice(0, -".ts".length) + end);
}

function sourceFiles(folder: string): readonly string[] {
  return filesIn(join(ROOT, folder, "src")).filter((name) => /\.(?:ts|json)$/.test(name));
}

function builtFiles(folder: string): readonly string[] {
  return filesIn(join(ROOT, folder, "dist"));
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
}
