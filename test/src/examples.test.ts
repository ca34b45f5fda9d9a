import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { startProgram, temporaryFolder } from "../support/cartulary-process.ts";
import type { Loaded } from "../support/loaded-files.ts";

const root = resolve(import.meta.dirname, "../..");
const LOADING = pathToFileURL(join(root, "test/support/loaded-files.ts")).href;

/** Of our source files, those that a program may load that embeds one package with its database. */
const FILES_MAX: Readonly<Record<string, number>> = { ledger: 130 };

it.each(["ledger"])("the example %s prints what is committed beside it, and loads little else", async (name) => {
  const folder = `test/examples/${name}`;
  await using loading = await temporaryFolder();
  const loadedIn = join(loading.path, "loaded.json");
  await using program = startProgram([`${folder}/${name}.ts`], {
    NODE_OPTIONS: `--import=${LOADING}`,
    LOADED_FILES: loadedIn,
  });
  expect(await program.ended).toEqual({ code: 0, signal: null });
  const { stdout, stderr } = program.output;
  expect(stderr).toBe("");
  expect(stdout).toBe(await readFile(join(root, folder, `${name}.out`), "utf8"));

  const { modules, native } = JSON.parse(await readFile(loadedIn, "utf8")) as Loaded;
  const ours = modules.filter((url) => /^(?:core|contracts|adapters|hosts)\//.test(url));
  expect(ours).toContain(`core/${name}/src/index.ts`);
  expect(ours.length).toBeLessThanOrEqual(FILES_MAX[name] ?? 0);
  expect(native).toEqual([expect.stringContaining("/node_modules/better-sqlite3/")]);
});
