import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/cartulary-process.ts";

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Numbers of the lines that one of our own lint rules refuses. */
async function refused(rule: string, ...lines: readonly string[]): Promise<readonly number[]> {
  await using folder = await temporaryFolder();
  writeFileSync(join(folder.path, "biome.json"), JSON.stringify({ plugins: [fromRoot(rule)] }));
  writeFileSync(join(folder.path, "sample.ts"), lines.join("\n"));
  const biome = [fromRoot("node_modules/@biomejs/biome/bin/biome"), "lint", "--reporter=github"];
  const { stdout } = spawnSync(process.execPath, biome, { cwd: folder.path, encoding: "utf8" });
  return [...stdout.matchAll(/title=plugin,.*?line=(\d+)/g)].map(([, line]) => Number(line));
}

it("an empty object is refused in matchers that it would match with anything", async () => {
  const found = await refused(
    "test/no-empty-match.grit",
    "expect(a).toMatchObject({ a: {} });",
    "await expect(b).rejects.toMatchObject([{ b: { c: { } } }]);",
    "expect(c).toEqual(expect.objectContaining({}));",
    "expect(d).toMatchObject({ d: [], e: { f: 1 } });",
    "expect(e).toEqual({ e: {} });",
  );
  expect(found).toEqual([1, 2, 3]);
});

it("data are spread into no arguments of a call that takes as many as come", async () => {
  const refusedLines = [
    "a.push(...b);",
    "a.b().unshift(0, ...f(b));",
    "a[0]?.push(...b);",
    "a.splice(0, 1, ...b);",
    "a.concat(...b);",
    "Math.max(0, ...b);",
    "String.fromCharCode(...b);",
    "new Array(...b);",
    "Object.assign({}, ...b);",
    "f.apply(null, b);",
    "Reflect.apply(f, a, b);",
  ];
  const allowedLines = [
    "a.push([...b]);",
    "a.push({ ...b });",
    "a.push(c(...b));",
    "listener(...event);",
    "application.apply(caller, id);",
    "new Set([...b]);",
  ];
  const found = await refused("test/no-spread-arguments.grit", ...refusedLines, ...allowedLines);
  expect(found).toEqual(refusedLines.map((_, index) => index + 1));
});
