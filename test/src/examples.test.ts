import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { startProgram } from "../support/cartulary-process.ts";

it.each(["ledger"])("the example %s prints what is committed beside it", async (name) => {
  const folder = `test/examples/${name}`;
  await using program = startProgram([`${folder}/${name}.ts`], {});
  expect(await program.ended).toEqual({ code: 0, signal: null });
  const { stdout, stderr } = program.output;
  expect(stderr).toBe("");
  expect(stdout).toBe(await readFile(resolve(import.meta.dirname, "../..", folder, `${name}.out`), "utf8"));
});
