import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { publishedPackages } from "../release/packages.ts";
import { startProcess } from "../support/cartulary-process.ts";
import { commentSamples, pageSamples, readmeSamples } from "../support/doc-samples.ts";

const root = resolve(import.meta.dirname, "../..");
/** A folder in which the packages of this checkout are found. */
const project = mkdtempSync(join(tmpdir(), "cartulary-samples-"));
afterAll(() => rmSync(project, { recursive: true }));
symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }));
const samples = [...pageSamples, ...readmeSamples, ...commentSamples];
for (const { file, text } of samples) {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), text);
}
const pathOf = (page: string) => join(project, pageSamples.find(({ source }) => source === page)?.file ?? page);

// The adapter of the guide calls its suite: its tests are of this run.
await import(pathOf("docs/guide/write-an-adapter.md"));

describe("The programs in READMEs, guides and doc comments", () => {
  it("are in each package, in its README and at a main export", () => {
    for (const { folder } of publishedPackages()) {
      expect(readmeSamples.map(({ source }) => source)).toContain(`${folder}/README.md`);
      expect([folder, commentSamples.some(({ source }) => source.startsWith(`${folder}/`))]).toEqual([folder, true]);
    }
  });

  it("compile as those of users do, all in one program", async () => {
    const compilerOptions = {
      ...{ module: "nodenext", target: "es2024", lib: ["es2024", "esnext.disposable"], types: ["node"] },
      ...{ strict: true, skipLibCheck: true, noEmit: true, erasableSyntaxOnly: true, allowImportingTsExtensions: true },
    };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["**/*.ts"] }));
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    await using compiling = startProcess(process.execPath, [compiler, "-p", project], {});
    const compiled = await compiling.ended;
    expect(compiling.output).toEqual({ stdout: "", stderr: "" });
    expect(compiled).toEqual({ code: 0, signal: null });
  });

  it("run as the guide says: an archive is embedded", async () => {
    const path = pathOf("docs/guide/embed.md");
    await using program = startProcess(process.execPath, ["--conditions=@cartulary/source", path], {}, dirname(path));
    expect({ ...(await program.ended), ...program.output }).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
    expect(await readdir(dirname(path))).toContain("estate.db");
  });
});
