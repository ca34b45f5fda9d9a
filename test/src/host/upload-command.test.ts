import { readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type CommandGround,
  commandGround,
  digestOf,
  idsIn,
  onTerminal,
  put,
  SCRIPT,
  statesOf,
} from "../../support/command-client.ts";

let ground: CommandGround;
beforeAll(async () => {
  ground = await commandGround();
});
afterAll(() => ground[Symbol.asyncDispose]());

const CREATION = "/api/v1/documents/documents";

describe("cartulary upload of small files", () => {
  it("creates one document of a file after lost answers, with any fault of the connection", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    const folder = await ground.client.createFolder({ body: { name: "Lost answers" } });
    await put(sue, "a.txt", "lost once");
    const creations = () => way.requests.filter(({ method }) => method === "POST");
    way.faults = {
      instead({ method, before }) {
        if (method === "POST" && before === 0) return { status: 503, headers: { "retry-after": "0" } };
      },
      change({ method, before }) {
        if (method === "POST" && before === 1) return { cutAfter: 10 };
      },
    };
    const sent = await sue.run(["upload", "a.txt", "--folder", folder.id, "--json"]);
    expect(sent).toMatchObject({ code: 0, stderr: "" });
    const { items } = await ground.client.listDocuments({ query: { documentsFolderId: folder.id } });
    expect(items.map(({ id }) => id)).toEqual([JSON.parse(sent.stdout).id]);
    expect(creations()).toHaveLength(3);
    expect(new Set(creations().map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  });

  it("resumes after it was killed or a file was refused, and creates no document twice", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    const folder = await ground.client.createFolder({ body: { name: "Killed" } });
    for (const name of ["a.txt", "b.txt", "c.txt"]) await put(sue, name, name);
    const words = ["upload", "a.txt", "b.txt", "c.txt", "a.txt", "--folder", folder.id];
    const made = async () =>
      (
        await ground.client.listDocuments({
          query: { documentsFolderId: folder.id },
          list: { sort: "createdAt", direction: "asc" },
        })
      ).items;

    await using first = sue.start(words);
    way.faults = {
      answered: ({ method, before }) => void (method === "POST" && before === 1 && first.kill("SIGKILL")),
    };
    expect(await first.ended).toEqual({ code: null, signal: "SIGKILL" });
    const before = way.requests.filter(({ path, method }) => method === "POST" && path === CREATION).length;
    const refused = { status: 422, json: { error: "unprocessable_entity", message: "No", details: [] } };
    way.faults = {
      instead: (passing) =>
        passing.method === "POST" && passing.path === CREATION && passing.before === before + 2 ? refused : undefined,
    };
    const second = await sue.run(words);
    expect(second).toMatchObject({ code: 1, stderr: `cartulary: c.txt: ${way.url}: No\n` });
    way.faults = {};
    const third = await sue.run(words);
    expect(third).toMatchObject({ code: 0, stderr: "" });
    expect(idsIn(third.stdout)).toEqual((await made()).map(({ id }) => id));
    expect((await made()).map(({ name }) => name)).toEqual(["a.txt", "b.txt", "c.txt", "a.txt"]);
    expect(third.stdout.startsWith(second.stdout)).toBe(true);
    expect(await statesOf(sue)).toEqual([]);

    const another = await sue.run(["upload", "a.txt", "--folder", folder.id]);
    expect(idsIn(third.stdout)).not.toContain(idsIn(another.stdout)[0]);
  });

  it("takes no file for one that it began with, when that one has other bytes or another destination", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    const path = join(sue.folder, "a.txt");
    const written = new Date("2026-11-01T00:00:00Z");
    const write = async (text: string) => {
      await put(sue, "a.txt", text);
      await utimes(path, written, written);
    };
    const killed = async () => {
      await using process = sue.start(["upload", "a.txt"]);
      way.faults = {
        change: ({ method }) => (method === "POST" ? { holdAfter: 1 } : undefined),
        answered: ({ method }) => void (method === "POST" && process.kill("SIGKILL")),
      };
      expect(await process.ended).toEqual({ code: null, signal: "SIGKILL" });
      way.faults = {};
    };
    await write("one");
    await killed();
    await write("two");
    const changed = await sue.run(["upload", "a.txt"]);
    expect(changed).toMatchObject({
      code: 1,
      stderr: "cartulary: a.txt changed while it was sent; run the command again\n",
    });
    const again = JSON.parse((await sue.run(["upload", "a.txt", "--json"])).stdout);
    expect(again.sha256).toBe(digestOf("two"));

    await killed();
    const { id } = await ground.client.createFolder({ body: { name: "Elsewhere" } });
    const moved = JSON.parse((await sue.run(["upload", "a.txt", "--folder", id, "--json"])).stdout);
    expect(moved.documents_folder_id).toBe(id);
  });

  it("reports that the stored bytes differ from the sent ones", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    await put(sue, "a.txt", "a");
    const other = (body: string) => body.replace(digestOf("a"), digestOf("b"));
    way.faults = { change: ({ method }) => (method === "POST" ? { rewrite: other } : undefined) };
    const sent = await sue.run(["upload", "a.txt"]);
    expect(sent).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(digestOf("b")) });
  });
});

describe.skipIf(SCRIPT === null)("On a terminal", () => {
  it("a transfer shows how far it came, on stderr, and takes that away again", async () => {
    await using here = await ground.onTheWay();
    const { sue } = here;
    await put(sue, "a.txt", "a".repeat(200_000));
    await using terminal = onTerminal(sue, ["upload", "a.txt"]);
    expect(await terminal.ended).toMatchObject({ code: 0 });
    expect(await readFile(join(sue.folder, "out"), "utf8")).toMatch(/^\S{36}\ta\.txt\n$/);
    const { stdout } = terminal.output;
    const shown = stdout.split("\r\u001b[K");
    expect([shown.at(0), shown.at(-1)]).toEqual(["", ""]);
    expect(shown.length).toBeGreaterThan(2);
    for (const line of shown.slice(1, -1)) expect(line).toMatch(/^a\.txt {2}\d+ % {2}[\d.]+ kB of 200 kB/);
  });
});
