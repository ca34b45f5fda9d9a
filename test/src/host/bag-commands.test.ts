import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Day, Id } from "@cartulary/kernel";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST } from "../../support/cartulary-process.ts";
import { type CommandGround, commandGround, done } from "../../support/command-client.ts";
import { bagOf, writeFiles, zipOf } from "../../support/sample-bags.ts";
import { jsonLines, zipFiles } from "../../support/zip-files.ts";

let ground: CommandGround;
beforeAll(async () => {
  ground = await commandGround();
});
afterAll(() => ground[Symbol.asyncDispose]());

const DATE = ["--date", "2026-03-04"];

/** The length that a ZIP claims of a longer file. */
const SHORT = { "data/hello.txt": { claimedBytes: 10 } };

/** The files of a folder by path. */
async function filesIn(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const files = await Promise.all(
    paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path)] as const),
  );
  return new Map(files.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Fields that an import changes: ids, and the creator. */
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
  it("copy everything to another workspace and back, equal except for ids", async () => {
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

  it("carry retentions, and holds for administrators", async () => {
    await using here = await ground.onTheWay();
    const { sue } = here;
    const { id, folderId } = await estate();
    const { client } = ground;
    const [first] = (await client.listDocuments({ query: { documentsFolderId: folderId as Id<"Folder"> } })).items;
    const folder = { id: folderId as Id<"Folder"> };
    await client.updateFolder({ params: folder, body: { retainUntil: "2046-12-31" as Day } });
    await client.holdDocument({ params: { id: first?.id as Id<"Document"> }, body: { reason: "a claim" } });
    expect(await sue.run(["export", id, "retained", ...DATE])).toMatchObject({ code: 0 });
    const { stdout } = await sue.run(["import", "retained"]);
    const other = stdout.trim();
    expect(await sue.run(["export", other, "copy", ...DATE])).toMatchObject({ code: 0 });
    const [one, two] = [await filesIn(join(sue.folder, "retained")), await filesIn(join(sue.folder, "copy"))];
    expect(metadataOf(two, "folders.jsonl")).toEqual(metadataOf(one, "folders.jsonl"));
    const heldIn = (files: ReadonlyMap<string, Buffer>) =>
      jsonLines(files.get("metadata/documents.jsonl")).map(({ legal_hold, retained, updated_at }) => ({
        ...{ reason: (legal_hold as { reason?: string } | null)?.reason, retained: withoutIds(retained), updated_at },
      }));
    expect(heldIn(two)).toEqual(heldIn(one));
    expect(heldIn(one)[0]).toMatchObject({ reason: "a claim", retained: { until: "2046-12-31", legal_hold: true } });
    await expect(client.deleteWorkspace({ params: { id: other as Id<"Workspace"> } })).rejects.toMatchObject({
      status: 422,
    });
  });

  it("keep equal names apart in their order, for users who may set no dates too", async () => {
    await using here = await ground.onTheWay();
    const { client } = ground;
    const person = { emailAddress: "manager@example.org", password: "a long password" };
    await client.createUser({ body: { ...person, role: "manager" } });
    const { CARTULARY_CLIENT_ID: clientId, CARTULARY_CLIENT_SECRET: clientSecret } = FIRST;
    const credentials = { clientId, clientSecret, username: person.emailAddress, password: person.password };
    const { accessToken } = await client.createToken({ body: { grantType: "password", ...credentials } });
    const run = (...words: readonly string[]) => here.sue.run(words, { CARTULARY_TOKEN: accessToken });

    await writeFiles(join(here.sue.folder, "others"), bagOf({ "data/a/b.txt": "x", "data/a.txt": "x" }, "sha256"));
    const id = (await run("import", "others")).stdout.trim() as Id<"Workspace">;
    for (const content of ["one", "two", "three"]) {
      await client.createDocument({ body: { workspaceId: id, name: "note.txt" }, file: textFile("note.txt", content) });
      const folder = await client.createFolder({ body: { workspaceId: id, name: "notes", description: content } });
      await client.createDocument({
        body: { documentsFolderId: folder.id, name: "in.txt" },
        file: textFile("in.txt", content),
      });
    }
    expect(await run("export", id, "one")).toMatchObject({ code: 0 });
    const copy = (await run("import", "one")).stdout.trim();
    expect(await run("export", copy, "two")).toMatchObject({ code: 0 });
    const [one, two] = [await filesIn(join(here.sue.folder, "one")), await filesIn(join(here.sue.folder, "two"))];
    expect(payloadOf(one)).toEqual([
      ["data/a.txt", "x"],
      ["data/a/b.txt", "x"],
      ["data/note (2).txt", "two"],
      ["data/note (3).txt", "three"],
      ["data/note.txt", "one"],
      ["data/notes (2)/in.txt", "two"],
      ["data/notes (3)/in.txt", "three"],
      ["data/notes/in.txt", "one"],
    ]);
    expect(payloadOf(two)).toEqual(payloadOf(one));
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

  it("make a valid bag of nothing, and import it", async () => {
    await using here = await ground.onTheWay();
    const { sue } = here;
    const { id } = await ground.client.createWorkspace({ body: { label: "empty" } });
    expect(await sue.run(["export", id, "nothing"])).toMatchObject({ code: 0 });
    expect(await sue.run(["export", id, "--zip", "nothing.zip"])).toMatchObject({ code: 0 });
    for (const bag of ["nothing", "nothing.zip"]) {
      expect(await sue.run(["bag", "verify", bag])).toMatchObject({ code: 0, stdout: "" });
      expect(await sue.run(["import", bag])).toMatchObject({ code: 0 });
    }
  });

  it("leave nothing of an import that the server refuses, not even in the trash", async () => {
    await using here = await ground.onTheWay();
    const { sue } = here;
    const before = JSON.stringify([await ground.client.listWorkspaces(), await ground.client.listTrash()]);
    await writeFiles(join(sue.folder, "deep"), bagOf({ [`data/${"d/".repeat(70)}f.txt`]: "x" }, "sha256"));
    expect(await sue.run(["import", "deep"])).toMatchObject({ code: 1, stderr: expect.stringContaining("64 levels") });
    expect(JSON.stringify([await ground.client.listWorkspaces(), await ground.client.listTrash()])).toBe(before);
  });

  it("refuse a target that is not empty, and a damaged bag, of which nothing is imported", async () => {
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
    const hello = bagOf({ "data/hello.txt": "hello" }, "sha256");
    const whole = zipOf(hello);
    const zips: Readonly<Record<string, readonly [zip: Buffer, why: RegExp]>> = {
      up: [zipOf({ ...hello, "../up.txt": "x" }), /invalid relative path|leaves the bag/],
      absolute: [zipOf({ ...hello, "/etc/up.txt": "x" }), /absolute/],
      bomb: [zipOf(hello, { "data/hello.txt": { claimedBytes: 2_000_000_000 } }), /is a bomb/],
      liar: [zipOf(bagOf({ "data/hello.txt": "0".repeat(1_000_000) }, "sha256"), SHORT), /too many bytes/],
      link: [zipOf(hello, { "data/hello.txt": { unixMode: 0o120777 } }), /is a link or a device/],
      altered: [zipOf({ ...hello, "data/hello.txt": "hellO" }), /has another digest/],
      cut: [whole.subarray(0, whole.byteLength - 30), /neither a folder nor a ZIP/],
    };
    for (const [name, [bytes, why]] of Object.entries(zips)) {
      await writeFile(join(sue.folder, `${name}.zip`), bytes);
      const { code, stdout, stderr } = await sue.run(["import", `${name}.zip`]);
      expect({ name, code, printed: stdout + stderr }).toEqual({ name, code: 1, printed: expect.stringMatching(why) });
    }
    expect(await sue.run(["import", "nowhere"])).toMatchObject({ code: 1 });
    expect(JSON.stringify(await ground.client.listWorkspaces())).toBe(before);
  });
});
