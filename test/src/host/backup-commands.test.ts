import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { type Environment, startCartulary, temporaryFolder, until } from "../../support/cartulary-process.ts";
import type { Client } from "../../support/checked-client.ts";
import { cartularyHere, hostHere } from "../../support/command-here.ts";
import { dataFolder } from "../../support/data-folder.ts";
import { slow } from "../../support/runs.ts";

const FILES = ["lease.txt", "notice.txt", "empty.txt"];

async function uploadAll(client: Client, names = FILES): Promise<void> {
  for (const name of names) {
    const bytes = name === "empty.txt" ? Buffer.alloc(0) : Buffer.from(name);
    await client.createDocument({ body: { name }, file: { name, bytes } });
  }
}

const at = (folder: string): Environment => ({ CARTULARY_DATA: folder, LOG_LEVEL: "warn" });
const filesBelow = async (folder: string) => (await readdir(folder, { recursive: true })).toSorted();
const refused = (stderr: RegExp) => ({ code: 1, stdout: "", stderr: expect.stringMatching(stderr) });

interface Manifest {
  readonly versions: object;
  readonly database: object;
  readonly blobs: readonly { readonly key: string; readonly byte_size: number; readonly sha256: string }[];
  readonly counts: object;
}

it("a backup of a serving host names every blob, adds only new ones to its folder, and refuses damaged bytes", async () => {
  await using source = await dataFolder();
  await using place = await temporaryFolder();
  const backup = join(place.path, "backup");
  // What a trash keeps has its bytes in a backup as well.
  await using host = await hostHere({ ...at(source.path), CARTULARY_TRASH: "PT0S" });
  const client = await host.signIn();
  await uploadAll(client);
  expect(await cartularyHere(["backup", backup], at(source.path))).toEqual({
    code: 0,
    stdout: `${backup} has the database and 3 blobs of 19 bytes\n`,
    stderr: "",
  });
  const manifest: Manifest = JSON.parse(await readFile(join(backup, "manifest.json"), "utf8"));
  expect(manifest).toMatchObject({
    versions: { cartulary: expect.stringMatching(/^\d+\.\d+\.\d+$/), manifest: 1 },
    database: { file: "database.sqlite", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    counts: { blobs: 3, blob_bytes: 19 },
  });
  const stored = await filesBelow(join(backup, "blobs"));
  for (const { key } of manifest.blobs) expect(stored).toContain(key);
  expect((await readdir(backup)).toSorted()).toEqual(["blobs", "database.sqlite", "manifest.json"]);

  await uploadAll(client, ["later.txt"]);
  await client.deleteDocument({ params: { id: (await client.listDocuments()).items.at(-1)?.id as never } });
  const before = new Map<string, number>();
  for (const { key } of manifest.blobs) before.set(key, (await stat(join(backup, "blobs", key))).ino);
  const again = await cartularyHere(["backup", backup], at(source.path));
  expect(again).toMatchObject({ code: 0, stdout: `${backup} has the database and 3 blobs of 19 bytes\n` });
  for (const [key, ino] of before) expect((await stat(join(backup, "blobs", key))).ino).toBe(ino);
  const next: Manifest = JSON.parse(await readFile(join(backup, "manifest.json"), "utf8"));
  const sharedKey = next.blobs.find(({ key }) => before.has(key))?.key ?? "";
  expect((await filesBelow(join(backup, "blobs"))).length).toBeGreaterThan(stored.length);
  await rm(join(source.path, "blobs", sharedKey));
  await rm(join(backup, "blobs", sharedKey));
  const missing = await cartularyHere(["backup", backup], at(source.path));
  expect(missing).toMatchObject({ code: 1, stdout: `blob ${sharedKey}: its bytes are missing\n` });
  await writeFile(join(source.path, "blobs", sharedKey), "other");
  expect(await cartularyHere(["backup", backup], at(source.path))).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^blob \S+: has (5 bytes|the sha256)/),
  });
});

it("restore checks the manifest and every digest, and that both places are empty, before it touches them", async () => {
  await using source = await dataFolder();
  await using place = await temporaryFolder();
  const backup = join(place.path, "backup");
  {
    await using host = await hostHere(at(source.path));
    await uploadAll(await host.signIn());
    expect(await cartularyHere(["backup", backup, "--check"], at(source.path))).toMatchObject({ code: 0 });
  }
  const text = await readFile(join(backup, "manifest.json"), "utf8");
  const { blobs }: Manifest = JSON.parse(text);
  const [first = { key: "", sha256: "" }] = blobs;
  const target = join(place.path, "target");
  const restore = (from = backup) => cartularyHere(["restore", from], at(target));
  const spoiled = async (spoil: (copy: string) => Promise<unknown>) => {
    const copy = join(place.path, "copy");
    await cp(backup, copy, { recursive: true });
    await spoil(copy);
    const answer = await restore(copy);
    await rm(copy, { recursive: true });
    expect(await readdir(place.path)).toEqual(["backup"]);
    return answer;
  };
  const damaged = (line: RegExp) => ({ code: 1, stdout: expect.stringMatching(line), stderr: expect.any(String) });
  expect(await spoiled((copy) => rm(join(copy, "manifest.json")))).toEqual(refused(/not complete/));
  expect(await spoiled((copy) => rm(join(copy, "blobs", first.key)))).toEqual(damaged(/its bytes are missing\n$/));
  expect(await spoiled((copy) => writeFile(join(copy, "blobs", first.key), "x"))).toEqual(damaged(/^blob .+: has /));
  expect(await spoiled((copy) => rm(join(copy, "database.sqlite")))).toEqual(
    damaged(/^database.sqlite: it is missing/),
  );
  expect(await spoiled((copy) => writeFile(join(copy, "database.sqlite"), "x"))).toEqual(damaged(/has 1 bytes/));
  const edits: readonly ((manifest: string) => string)[] = [
    () => "",
    () => "{}",
    (manifest) => manifest.slice(0, -20),
    (manifest) => manifest.replace(first.key, "../../etc/passwd"),
    (manifest) => manifest.replace("database.sqlite", "../database.sqlite"),
    (manifest) => manifest.replace(/"blobs":3/, '"blobs":2'),
    (manifest) => manifest.replace(/"manifest":1/, '"manifest":2'),
    (manifest) => `${manifest}${"x".repeat(100_000)}`,
  ];
  for (const edit of edits) {
    const answer = await spoiled((copy) => writeFile(join(copy, "manifest.json"), edit(text)));
    expect(answer).toEqual(refused(/^cartulary: [^\n]+\n$/));
  }
  const edited = text.replace(first.sha256, "0".repeat(64));
  expect(await spoiled((copy) => writeFile(join(copy, "manifest.json"), edited))).toEqual(damaged(/has the sha256/));

  const stray = join(target, "blobs/ab/cd");
  await mkdir(stray, { recursive: true });
  await writeFile(join(stray, "stray"), "x");
  expect(await restore()).toEqual(refused(/blob store is not empty/));
  expect(await filesBelow(target)).toEqual(["blobs", "blobs/ab", "blobs/ab/cd", "blobs/ab/cd/stray"]);
  await rm(target, { recursive: true });

  expect(await restore()).toMatchObject({ code: 0, stderr: expect.stringContaining("0 errors, 0 warnings") });
  const before = await filesBelow(target);
  expect(await restore()).toEqual(refused(/database is not empty/));
  expect(await filesBelow(target)).toEqual(before);
  await using host = await hostHere(at(target));
  const client = await host.signIn();
  const { items } = await client.listDocuments();
  expect(items.map(({ name }) => name).toSorted()).toEqual(FILES.toSorted());
  for (const { id, name } of items) {
    const content = await (await client.getDocumentContent({ params: { id } })).text();
    expect(content).toBe(name === "empty.txt" ? "" : name);
  }
});

slow.it(
  "a killed backup leaves the source as it was and nothing to restore; a killed restore is refused by all",
  async () => {
    await using source = await dataFolder();
    await using place = await temporaryFolder();
    const [backup, target] = [join(place.path, "backup"), join(place.path, "target")];
    {
      await using host = await hostHere(at(source.path));
      const client = await host.signIn();
      const bytes = Buffer.alloc(2_000_000, "x");
      for (let count = 0; count < 40; count += 1) await client.createDocument({ file: { name: "x.bin", bytes } });
    }
    /** Kills a command after its first blob. Begins again if the command was faster than the signal. */
    const killedIn = async (words: readonly string[], environment: Environment, folder: string): Promise<string> => {
      await using command = startCartulary(words, environment);
      const below = () => filesBelow(folder).catch(() => null);
      await until(`${words[0]} has loaded`, async () => (await below()) !== null);
      const copied = (path: string) => !path.startsWith(".partial") && /[0-9a-f]{8}-/.test(path);
      await until(`${words[0]} has copied a blob`, async () => (await below())?.some(copied) ?? false);
      command.kill("SIGKILL");
      const { code, signal } = await command.ended;
      if (code !== 0) return String(signal);
      await rm(dirname(folder), { recursive: true });
      return killedIn(words, environment, folder);
    };
    expect(await killedIn(["backup", backup], at(source.path), join(backup, "blobs"))).toBe("SIGKILL");
    expect(await cartularyHere(["restore", backup], at(target))).toEqual(refused(/not complete/));
    expect(await cartularyHere(["verify"], at(source.path))).toMatchObject({ code: 0, stdout: "" });
    expect(await cartularyHere(["backup", backup, "--check"], at(source.path))).toMatchObject({ code: 0, stderr: "" });

    expect(await killedIn(["restore", backup], at(target), join(target, "blobs"))).toBe("SIGKILL");
    const [left, whole] = [await filesBelow(target), await filesBelow(backup)];
    expect(await cartularyHere(["restore", backup], at(target))).toEqual(refused(/is not empty/));
    expect(await filesBelow(target)).toEqual(left);
    const served = await cartularyHere(["serve"], { ...at(target), PORT: "0" });
    expect(served).toEqual(refused(/a restore into it is not complete/));
    expect(await filesBelow(backup)).toEqual(whole);
    expect(await cartularyHere(["restore", backup], at(join(place.path, "again")))).toMatchObject({ code: 0 });
  },
);

it("without pg_dump, a backup of Postgres names the two commands to run: exit 2", async () => {
  await using folder = await temporaryFolder();
  const environment = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", ...at(folder.path), PATH: folder.path };
  for (const command of ["backup", "restore"]) {
    const answer = await cartularyHere([command, folder.path], environment);
    expect(answer).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(/pg_dump -Fc .+\n.+pg_restore /) });
  }
});
