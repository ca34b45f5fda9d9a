import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import type { Id } from "@cartulary/kernel";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandGround, commandGround, done } from "../../support/command-client.ts";
import { bagOf, writeFiles } from "../../support/sample-bags.ts";
import { jsonLines, zipFiles } from "../../support/zip-files.ts";

let ground: CommandGround;
beforeAll(async () => {
  ground = await commandGround();
});
afterAll(() => ground[Symbol.asyncDispose]());

const DATE = ["--date", "2026-03-04"];

/** The files of a folder by path. */
async function filesIn(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const files = await Promise.all(
    paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path)] as const),
  );
  return new Map(files.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** What an import changes: ids, and who created it by which import. */
const OWN = new Set(["id", "workspace_id", "documents_folder_id", "document_id", "classification_plan_id"]);

const withoutIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, each) => (OWN.has(key) ? undefined : each));

const metadataOf = (files: ReadonlyMap<string, Buffer>, name: string) =>
  withoutIds(jsonLines(files.get(`metadata/${name}`)));

const payloadOf = (files: ReadonlyMap<string, Buffer>) =>
  [...files].filter(([path]) => path.startsWith("data/")).map(([path, bytes]) => [path, String(bytes)]);

const textFile = (name: string, text: string) => ({ name, type: "text/plain", bytes: Buffer.from(text) });

async function estate(): Promise<{ readonly id: string; readonly folderId: string }> {
  const { client } = ground;
  const workspace = await client.createWorkspace({
    body: {
      ...{
        label: "Moulin",
        description: "Rue du Moulin",
        settings: { theme: "dark" },
        metadataUser: { lot: { n: 1 } },
      },
      ...{ classificationPlanLabel: "Plan", classificationPlanCsv: "code,label,parent_code,keywords\nA,Baux,,bail\n" },
      businessTagList: ["régie"],
    },
  });
  const place = { workspaceId: workspace.id };
  const folder = await client.createFolder({
    body: { ...place, name: "Baux: 100 %", tagList: ["old"], color: "#aabbcc" },
  });
  const inFolder = { documentsFolderId: folder.id };
  const lease = await client.createDocument({
    body: {
      ...inFolder,
      name: "bail?.txt",
      classificationCode: "A",
      metadataUser: { rent: { cents: 1 } },
      tagList: ["a"],
    },
    file: textFile("bail.txt", "first"),
  });
  const { id } = lease;
  await client.createVersion({
    params: { id },
    body: { comment: "signed" },
    file: textFile("bail.txt", "second"),
  });
  for (const content of ["one", "two"])
    await client.createDocument({
      body: { ...place, name: "note.txt" },
      file: textFile("note.txt", content),
    });
  return { id: workspace.id, folderId: folder.id };
}

describe("cartulary export and import", () => {
  it("bring everything to another workspace and back, equal but for ids", async () => {
    await using here = await ground.onTheWay();
    const { sue } = here;
    const { id } = await estate();
    expect(await sue.run(["export", id, "one", "--versions", ...DATE])).toEqual(done(`${id}\tone\n`));
    expect(await sue.run(["bag", "verify", "one"])).toMatchObject({ code: 0, stdout: "" });
    expect(await sue.run(["export", id, "again", "--versions", ...DATE])).toMatchObject({ code: 0 });
    const one = await filesIn(join(sue.folder, "one"));
    expect(await filesIn(join(sue.folder, "again"))).toEqual(one);

    const imported = await sue.run(["import", "one"]);
    expect(imported).toEqual(done(expect.stringMatching(/^\S{36}\n$/)));
    const other = imported.stdout.trim();
    expect(other).not.toBe(id);
    expect(await sue.run(["export", other, "two", "--versions", ...DATE])).toMatchObject({ code: 0 });
    const two = await filesIn(join(sue.folder, "two"));
    expect(payloadOf(two)).toEqual(payloadOf(one));
    expect(payloadOf(two).map(([path]) => path)).toEqual([
      "data/Baux_ 100 _/bail_.txt",
      "data/Baux_ 100 _/bail_.txt.versions/1-bail.txt",
      "data/note (2).txt",
      "data/note.txt",
    ]);
    for (const name of ["documents.jsonl", "folders.jsonl", "workspace.json"])
      expect(metadataOf(two, name)).toEqual(metadataOf(one, name));
    expect(two.get("metadata/plan.csv")).toEqual(one.get("metadata/plan.csv"));
  });

  it("write a ZIP with one folder on top, and read it into an existing workspace", async () => {
    await using here = await ground.onTheWay();
    const { sue } = here;
    const { id, folderId } = await estate();
    expect(await sue.run(["export", folderId, "--zip", "leases.zip"])).toEqual(done(`${folderId}\tleases.zip\n`));
    const zip = await zipFiles(await readFile(join(sue.folder, "leases.zip")));
    expect([...zip.keys()].every((path) => path.startsWith("leases/"))).toBe(true);
    expect(await sue.run(["bag", "verify", "leases.zip"])).toMatchObject({ code: 0 });
    expect(await sue.run(["import", "leases.zip", "--workspace", id, "--permissions"])).toEqual(done(`${id}\n`));
    expect(
      (await ground.client.listDocuments({ query: { workspaceId: id as Id<"Workspace"> } })).items.length,
    ).toBeGreaterThan(3);
  });

  it("take a bag of others by its files, in a workspace of its name", async () => {
    await using here = await ground.onTheWay();
    const { sue } = here;
    await writeFiles(join(sue.folder, "others"), bagOf({ "data/a/b.txt": "b", "data/c.txt": "c" }, "md5"));
    const { stdout, code } = await sue.run(["import", "others"]);
    expect(code).toBe(0);
    const id = stdout.trim();
    expect(await sue.run(["export", id, "back"])).toMatchObject({ code: 0 });
    const back = await filesIn(join(sue.folder, "back"));
    expect(payloadOf(back)).toEqual([
      ["data/a/b.txt", "b"],
      ["data/c.txt", "c"],
    ]);
    expect(metadataOf(back, "workspace.json")).toMatchObject([{ label: "others" }]);
  });

  it("refuse what is not empty, and a bag with a fault, of which nothing is imported", async () => {
    await using here = await ground.onTheWay();
    const { sue } = here;
    const { id } = await estate();
    await mkdir(join(sue.folder, "full"));
    await writeFile(join(sue.folder, "full/x"), "");
    expect(await sue.run(["export", id, "full"])).toMatchObject({ code: 1 });
    expect(await sue.run(["export", id, "new", "--zip", "new.zip"])).toMatchObject({ code: 2 });
    expect(await sue.run(["export", id, "new", "--date", "2026-02-30"])).toMatchObject({ code: 2 });
    expect(await sue.run(["export", "0198a2f0-0000-7000-8000-000000000000", "new"])).toMatchObject({ code: 1 });

    const before = JSON.stringify(await ground.client.listWorkspaces());
    const faults: Readonly<Record<string, (folder: string) => Promise<unknown>>> = {
      altered: (folder) => writeFile(join(folder, "data/hello.txt"), "hellO"),
      missing: (folder) => rm(join(folder, "data/hello.txt")),
      extra: (folder) => writeFile(join(folder, "data/extra.txt"), "x"),
      link: (folder) => symlink("/etc/hostname", join(folder, "data/link")),
      above: (folder) => writeFile(join(folder, "manifest-md5.txt"), `${"0".repeat(32)}  data/../../x\n`),
    };
    for (const [name, spoil] of Object.entries(faults)) {
      const folder = join(sue.folder, name);
      await writeFiles(folder, bagOf({ "data/hello.txt": "hello" }, "sha256"));
      await spoil(folder);
      expect({ name, ...(await sue.run(["import", name])) }).toMatchObject({ name, code: 1 });
    }
    await writeFile(join(sue.folder, "up.zip"), oneFileZip("../up.txt", Buffer.from("x")));
    await writeFile(join(sue.folder, "bomb.zip"), oneFileZip("data/zeros", Buffer.from("x"), 2_000_000_000));
    for (const name of ["up.zip", "bomb.zip", "nowhere"])
      expect({ name, ...(await sue.run(["import", name])) }).toMatchObject({ name, code: 1 });
    expect(JSON.stringify(await ground.client.listWorkspaces())).toBe(before);
  });
});

/** A ZIP of one deflated file, which may claim another length. */
function oneFileZip(path: string, content: Buffer, claimedBytes = content.byteLength): Buffer {
  const [name, body] = [Buffer.from(path), deflateRawSync(content)];
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(body.byteLength, 14);
  common.writeUInt32LE(claimedBytes, 18);
  common.writeUInt16LE(name.byteLength, 22);
  const local = Buffer.concat([Buffer.from("504b0304", "hex"), common, name, body]);
  const central = Buffer.concat([Buffer.from("504b01021400", "hex"), common, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.writeUInt32BE(0x504b0506, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.byteLength, 12);
  end.writeUInt32LE(local.byteLength, 16);
  return Buffer.concat([local, central, end]);
}
