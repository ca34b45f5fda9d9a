import { appendFile, mkdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createFsBlobStore } from "@cartulary/blobs-fs";
import type { BlobKey, BlobStore } from "@cartulary/kernel";
import { beforeEach, describe, expect, it } from "vitest";
import type { House } from "../support/application-fixture.ts";
import { databases, type TestDatabase } from "../support/databases.ts";
import { houseOn } from "../support/findings.ts";
import { blobFiles, type Makers, sha256 } from "../support/record-factories.ts";

describe("Verification of bytes", () => {
  const content = "the lease";
  let database: TestDatabase;
  let house: House;
  let make: Makers;
  let found: () => Promise<readonly string[]>;

  beforeEach(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    ({ database, house, make, found } = await houseOn(sqlite));
    await make.upload({}, content);
    await make.upload({}, "another");
  });

  it("finds those that are gone", async () => {
    const { key, path } = await fileOf(content);
    await rm(path);
    expect(await found()).toEqual([`error blob ${key}: its bytes are missing`]);
  });

  it("finds those that are more or fewer than they were", async () => {
    const { key, path } = await fileOf(content);
    await appendFile(path, "!");
    expect(await found()).toEqual([`error blob ${key}: has 10 bytes, its record says 9`]);
    await writeFile(path, "");
    expect(await found()).toEqual([`error blob ${key}: has 0 bytes, its record says 9`]);
  });

  it("finds those that are as many, and others", async () => {
    const { key, path } = await fileOf(content);
    await writeFile(path, "the leash");
    const [is, was] = [sha256("the leash"), sha256(content)];
    expect(await found()).toEqual([`error blob ${key}: has the sha256 ${is}, its record says ${was}`]);
  });

  it("reports unreadable blobs, and continues", async () => {
    const [{ key, path }, other] = [await fileOf(content), await fileOf("another")];
    await rm(path);
    await rm(dirname(path), { recursive: true });
    await writeFile(dirname(path), "no directory");
    await rm(other.path);
    const findings = await found();
    expect(findings).toContainEqual(expect.stringMatching(new RegExp(`^error blob ${key}: its bytes `)));
    expect(findings).toContainEqual(`error blob ${other.key}: its bytes are missing`);
  });

  it("reports many at once, each once", async () => {
    const more = Array.from({ length: 70 }, (_, index) => `number ${index}`);
    for (const text of more) await make.upload({}, text);
    for (const path of await blobFiles(house)) await rm(path);
    const findings = await found();
    expect(findings).toHaveLength(more.length + 2);
    expect(new Set(findings).size).toBe(findings.length);
  });

  it("warns of those without a record", async () => {
    const path = join(house.blobDirectory, "ab", "cd", "stray");
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, "nobody's");
    const past = new Date(0);
    await utimes(path, past, past);
    expect(await found()).toEqual(["warning blob ab/cd/stray: has no record; a host removes it after two days"]);
  });

  it("reports nothing that is being stored or removed", async () => {
    const { key, path } = await fileOf(content);
    const past = new Date(0);
    await utimes(path, past, past);
    await database.damage(`update blobs set state = 'staged', holders = 0 where key = '${key}'`, ...emptied);
    expect(await found()).toEqual([]);
    await database.damage(`update blobs set state = 'garbage' where key = '${key}'`);
    await rm(path);
    expect(await found()).toEqual([]);
  });

  const emptied = ["delete from documents", "delete from grants", "update blobs set state = 'garbage', holders = 0"];

  it("reports nothing that is released or collected while it is checked", async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    let looking = false;
    const quick = await houseOn(sqlite, {
      blobStoreIn(directory) {
        const store = createFsBlobStore({ directory });
        return {
          ...store,
          async open(key, range) {
            const isFirst = looking;
            looking = false;
            if (isFirst) await collect(key, store);
            return store.open(key, range);
          },
          async *list(prefix) {
            for await (const key of store.list(prefix, Number.MAX_SAFE_INTEGER)) {
              await collect(key, store);
              yield key;
            }
          },
        };
      },
    });
    async function collect(key: BlobKey, store: BlobStore): Promise<void> {
      const documents = `from documents where blob_key = '${key}'`;
      await quick.database.damage(
        `delete from grants where resource_id in (select id ${documents})`,
        `delete ${documents}`,
        `delete from blobs where key = '${key}'`,
      );
      await store.remove(key);
    }
    for (const text of ["one", "two", "three"]) await quick.make.upload({}, text);
    looking = true;
    expect(await quick.found()).toEqual([]);
    expect(await blobFiles(quick.house)).toEqual([]);
  });

  /** The file of the blob that has this content. */
  async function fileOf(text: string): Promise<{ readonly key: string; readonly path: string }> {
    for (const path of await blobFiles(house)) {
      if ((await readFile(path, "utf8")) === text) return { key: path.slice(house.blobDirectory.length + 1), path };
    }
    throw new Error(`No file has the content ${text}`);
  }
});
