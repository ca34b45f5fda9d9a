import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { startProcess } from "../../support/cartulary-process.ts";
import { blocksOf, fenced } from "../../support/readme-blocks.ts";

const root = resolve(import.meta.dirname, "../../..");
/** A folder in which the packages of this checkout are found. */
const project = mkdtempSync(join(tmpdir(), "cartulary-readme-"));
afterAll(() => rmSync(project, { recursive: true }));
symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }));
const samples = blocksOf("ts").map((text, index) => {
  const path = join(project, `sample-${index + 1}.ts`);
  writeFileSync(path, text);
  return { text, path };
});

// What calls a suite is a test file: its tests are of this run.
for (const { text, path } of samples) if (text.includes("Contract(")) await import(path);

describe("The README", () => {
  it("has nothing but what is tried here, in readme-commands.long.test.ts, and what needs the roles of a whole PostgreSQL server", () => {
    expect([...new Set(fenced.map(({ language }) => language))].sort()).toEqual(["", "sh", "sql", "ts"]);
    expect([blocksOf("").length, blocksOf("sql").length]).toEqual([1, 1]);
    expect(samples.length).toBe(2);
  });

  it("has samples that compile under the strict options of the packages, and run", async () => {
    const own = { composite: false, rootDir: "/", noEmit: true, isolatedDeclarations: false, types: ["node"] };
    // Against the packages as they are published: without the condition that leads to their sources.
    const compilerOptions = { ...own, customConditions: [] };
    const config = { extends: join(root, "tsconfig.base.json"), compilerOptions, include: ["*.ts"] };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify(config));
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    await using compiling = startProcess(process.execPath, [compiler, "-p", project], {});
    const compiled = await compiling.ended;
    expect({ ...compiled, ...compiling.output }).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });

    const path = samples[0]?.path ?? "";
    await using program = startProcess(process.execPath, ["--conditions=@cartulary/source", path], {}, project);
    expect({ ...(await program.ended), ...program.output }).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
    expect(await readdir(project)).toContain("estate.db");
  });
});
