import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type CommandGround,
  commandGround,
  digestOf,
  done,
  idsIn,
  put,
  statesOf,
} from "../../support/command-client.ts";

let ground: CommandGround;
beforeAll(async () => {
  ground = await commandGround();
});
afterAll(() => ground[Symbol.asyncDispose]());

describe("cartulary upload, ls and download", () => {
  it("put files into a folder, list it, and bring the same bytes back", async () => {
    await using here = await ground.onTheWay();
    const { sue } = here;
    const folder = await ground.client.createFolder({ body: { name: "Leases" } });
    const below = await ground.client.createFolder({ body: { name: "2026", documentsFolderId: folder.id } });
    await put(sue, "note.csv", "a,b\n");
    await put(sue, "empty.bin", "");
    const sent = await sue.run(["upload", "note.csv", "empty.bin", "--folder", folder.id]);
    expect(sent).toEqual(done(expect.stringMatching(/^\S{36}\tnote\.csv\n\S{36}\tempty\.bin\n$/)));
    const [note = "", empty] = idsIn(sent.stdout);
    expect(await statesOf(sue)).toEqual([]);

    expect(await sue.run(["ls", folder.id])).toEqual(
      done(`${below.id}\t2026/\n${empty}\tempty.bin\n${note}\tnote.csv\n`),
    );
    const top = await sue.run(["ls"]);
    expect(top.stdout).toContain(`${folder.id}\tLeases/\n`);
    expect(top.stdout).not.toMatch(/2026|note/);
    const listed = (await sue.run(["ls", folder.id, "--json"])).stdout.trimEnd().split("\n");
    expect(listed.map((line) => JSON.parse(line))).toMatchObject([
      { type: "folder", id: below.id, documents_folder_id: folder.id },
      { type: "file", id: empty, byte_size: 0 },
      { type: "file", id: note, name: "note.csv", content_type: "text/csv", sha256: digestOf("a,b\n") },
    ]);

    expect(await sue.run(["download", note, "--output", "-"])).toEqual(done("a,b\n"));
    expect(await sue.run(["download", empty ?? "", "--output", "nothing"])).toEqual(done(`${empty}\tnothing\n`));
    expect(await readFile(join(sue.folder, "nothing"), "utf8")).toBe("");
    const secondDownload = await sue.run(["download", note]);
    expect(secondDownload).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^cartulary: note\.csv already exists; .*--output/),
    });
    await put(sue, "old.csv", "something that is longer");
    const saved = await sue.run(["download", note, "--output", "old.csv", "--json"]);
    expect(JSON.parse(saved.stdout)).toEqual({
      id: note,
      name: "note.csv",
      file: "old.csv",
      byte_size: 4,
      sha256: digestOf("a,b\n"),
    });
    expect(await readFile(join(sue.folder, "old.csv"), "utf8")).toBe("a,b\n");
    expect((await readdir(sue.folder)).sort()).toEqual(["empty.bin", "note.csv", "nothing", "old.csv"]);
  });

  it("list all pages of a long list, sorted by name", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    const folder = await ground.client.createFolder({ body: { name: "Long" } });
    const names = Array.from({ length: 103 }, (_, index) => `f${String(index).padStart(3, "0")}`);
    for (const name of names) await ground.client.createFolder({ body: { name, documentsFolderId: folder.id } });
    const cut = (body: string) => body.replace('"items_truncated":false', '"items_truncated":true');
    way.faults = { change: ({ path }) => (path.endsWith(folder.id) ? { rewrite: cut } : undefined) };
    const { stdout } = await sue.run(["ls", folder.id]);
    expect(stdout.match(/\S+\/$/gm)).toEqual(names.map((name) => `${name}/`));
  });

  it("print no control character of a name to a terminal, and write no file outside the folder", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    const { id } = await ground.client.createDocument({ file: { name: "sly.txt", bytes: Buffer.from("sly") } });
    const sly = (body: string) =>
      body.replaceAll('"name":"sly.txt"', String.raw`"name":"../..\\\u001b[2J\u009b\tsly\n.txt"`);
    way.faults = { change: ({ path }) => (path.includes("/content") ? undefined : { rewrite: sly }) };
    const listed = await sue.run(["ls"]);
    expect(listed.stdout).toContain(`${id}\t../..\\\u{fffd}[2J\u{fffd}\u{fffd}sly\u{fffd}.txt\n`);
    expect(await sue.run(["download", id])).toEqual(done(`${id}\t[2Jsly.txt\n`));
    expect(await readdir(sue.folder)).toEqual(["[2Jsly.txt"]);
  });

  it("prefix a name that a shell or a command would misread", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    const { id } = await ground.client.createDocument({ file: { name: "plain.txt", bytes: Buffer.from("plain") } });
    for (const name of [".bashrc", "-rf", "~root", "CON.txt"]) {
      way.faults = {
        change: ({ path }) =>
          path.includes("/content") ? undefined : { rewrite: (body) => body.replaceAll("plain.txt", name) },
      };
      expect(await sue.run(["download", id])).toEqual(done(`${id}\t_${name}\n`));
    }
    expect((await readdir(sue.folder)).sort()).toEqual(["_-rf", "_.bashrc", "_CON.txt", "_~root"]);
  });

  it("print one line for a refusal: exit 1", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    const unknownId = "01a2054b-2897-71a3-bb00-39d93c261677";
    const oneLine = (text: string) => ({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(new RegExp(`^cartulary: .*${text}.*\n$`)),
    });
    expect(await sue.run(["ls", unknownId])).toMatchObject(oneLine(`${way.url}: `));
    expect(await sue.run(["download", unknownId])).toMatchObject(oneLine("Not found"));
    await put(sue, "a.txt", "a");
    expect(await sue.run(["upload", "a.txt", "--folder", unknownId])).toMatchObject(oneLine("documents_folder_id"));
    const before = way.requests.length;
    for (const [missing, why] of [
      ["nowhere.txt", "file not found"],
      [".", "it is a directory"],
      ["/dev/null", "it is not a regular file"],
    ] as const) {
      expect(await sue.run(["upload", "a.txt", missing])).toMatchObject(oneLine(`${missing} cannot be read: ${why}`));
    }
    expect(way.requests.length).toBe(before);
    way.faults = { instead: () => "cut" };
    expect(await sue.run(["upload", "a.txt"])).toMatchObject(oneLine(`a.txt: ${way.url} does not answer`));
  });
});
