import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { startProcess } from "./cartulary-process.ts";

const root = resolve(import.meta.dirname, "../..");

/** A folder for a generated client and a program that uses it. Disposing removes it. */
export interface GeneratedProject extends AsyncDisposable {
  readonly path: string;
}

/** Creates an empty project in which the packages of this repository are found. */
export async function generatedProject(): Promise<GeneratedProject> {
  const path = await mkdtemp(join(tmpdir(), "cartulary-client-"));
  await symlink(join(root, "node_modules"), join(path, "node_modules"));
  await writeFile(join(path, "package.json"), JSON.stringify({ type: "module" }));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

/** Expects the sources of a project to compile with these options, libraries included. */
export async function expectToCompile({ path }: GeneratedProject, config: object): Promise<void> {
  await writeFile(join(path, "tsconfig.json"), JSON.stringify(config));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  await using compiling = startProcess(process.execPath, [compiler, "-p", path, "--skipLibCheck", "false"], {});
  const compiled = await compiling.ended;
  expect({ ...compiled, ...compiling.output }).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
}

/** Runs a program, and returns the JSON that it prints. */
export async function printedBy(program: string, environment: Readonly<Record<string, string>>): Promise<unknown> {
  await using running = startProcess(process.execPath, [program], environment);
  await running.ended;
  expect(running.output.stderr).toBe("");
  return JSON.parse(running.output.stdout);
}
