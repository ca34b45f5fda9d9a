import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { announced, startProgram, temporaryFolder } from "../support/cartulary-process.ts";
import type { Loaded } from "../support/loaded-files.ts";
import { runs, slow } from "../support/runs.ts";

const root = resolve(import.meta.dirname, "../..");
const LOADING = pathToFileURL(join(root, "test/support/loaded-files.ts")).href;
const LINES_MAX = 60;
/** Of our source files, those that the ledger alone may load, with its database. */
const LEDGER_FILES_MAX = 148;

/** Programs that print and end; each takes seconds, so that `npm test` runs two of them. */
const PRINTING = ["ledger-alone", "archive-in-hono", "script-without-http", "archive-in-fastify"].slice(
  0,
  runs({ sparing: 2, usual: 4 }),
);

const names = (await readdir(join(root, "examples"), { withFileTypes: true }))
  .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
  .map(({ name }) => name);

describe("The examples", () => {
  it("are those that the README of examples names, and short", async () => {
    const readme = await readFile(join(root, "examples/README.md"), "utf8");
    expect([...readme.matchAll(/^\| \[([\w-]+)\]/gm)].map(([, name]) => name).sort()).toEqual(names.toSorted());
    for (const name of names) {
      const file = name === "client-in-browser" ? "index.html" : "main.ts";
      const lines = (await readFile(join(root, "examples", name, file), "utf8")).split("\n");
      const counted = lines.filter((line) => line.trim() !== "" && !/^\s*(?:\/\/|\/?\*)/.test(line));
      expect([name, counted.length <= LINES_MAX]).toEqual([name, true]);
    }
  });

  it.each(PRINTING)("%s prints the committed output", async (name) => {
    await using folder = await temporaryFolder();
    const loadedIn = join(folder.path, "loaded.json");
    const loading = { NODE_OPTIONS: `--import=${LOADING}`, LOADED_FILES: loadedIn };
    await using program = startProgram([`examples/${name}/main.ts`], loading, folder.path);
    const ended = await program.ended;
    expect({ ...ended, ...program.output }).toEqual({
      ...{ code: 0, signal: null, stderr: "" },
      stdout: await readFile(join(root, "examples", name, "main.out"), "utf8"),
    });
    if (name !== "ledger-alone") return;
    const { modules, native } = JSON.parse(await readFile(loadedIn, "utf8")) as Loaded;
    const ours = modules.filter((url) => /^(?:core|contracts|adapters|hosts)\//.test(url));
    expect(ours).toContain("core/ledger/src/index.ts");
    expect(ours.length).toBeLessThanOrEqual(LEDGER_FILES_MAX);
    expect(native).toEqual([expect.stringContaining("/node_modules/better-sqlite3/")]);
  });

  slow.it("blob-adapter passes its suite under another runner than ours", async () => {
    await using program = startProgram(["examples/blob-adapter/main.ts"], {});
    const { code } = await program.ended;
    expect([code, program.output.stderr]).toEqual([0, ""]);
    expect(program.output.stdout).toContain("answers ranges, first and last byte included");
    expect(program.output.stdout).toMatch(/^. fail 0$/m);
  });

  it("whole-server serves with the module of its own, until it is stopped", async () => {
    await using folder = await temporaryFolder();
    const environment = { PORT: "0", LOG_FORMAT: "json", LOG_LEVEL: "error", CARTULARY_DATA: folder.path };
    await using program = startProgram(["examples/whole-server/main.ts"], environment, folder.path);
    const { url } = await announced(program);
    const ask = async (headers: Record<string, string>) =>
      (await fetch(`${url}/api/v1/documents/folders`, { headers })).status;
    expect([await ask({}), await ask({ "X-Signed-In": "ana" })]).toEqual([401, 200]);
    program.kill("SIGTERM");
    expect(await program.ended).toEqual({ code: 0, signal: null });
  });
});
