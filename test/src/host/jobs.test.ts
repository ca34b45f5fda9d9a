import { createFsBlobStore } from "@cartulary/blobs-fs";
import { type BlobKey, type BlobStore, blobKey, type JobRunner } from "@cartulary/kernel";
import { compose, jobQueues, readConfig, tokens } from "@cartulary/server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TemporaryFolder, temporaryFolder, until } from "../../support/cartulary-process.ts";
import { databases, type TestDatabase } from "../../support/databases.ts";
import { ADMINISTRATOR, incoming } from "../../support/document-fixture.ts";

/** Called at each start of a host, and not again. */
const RESUMING = ["rental/resume_runs", "rental/resume_applications"];
const LONG_AGO = new Date("2001-01-01T00:00:00Z");

describe.each(databases)("On $name, a host's jobs", ({ open }) => {
  let database: TestDatabase;
  let folder: TemporaryFolder;

  beforeEach(async () => {
    database = await open();
    folder = await temporaryFolder();
  });
  afterEach(async () => {
    await database.close();
    await folder[Symbol.asyncDispose]();
  });

  /** Another host, over `blobStore`. */
  async function hostOver(blobStore: BlobStore): ReturnType<typeof compose> {
    const environment = { LOG_LEVEL: "silent", LOG_FORMAT: "json" };
    const container = await compose(readConfig(environment, { directory: folder.path, isTerminal: false }), []);
    container.bind(tokens.database).toConstantValue(database);
    container.bind(tokens.blobStore).toConstantValue(blobStore);
    return container;
  }
  const runnerOver = async (blobStore: BlobStore): Promise<JobRunner> =>
    (await hostOver(blobStore)).getAsync(tokens.jobRunner);

  const counts = async () => {
    const all = await database.transact.read(({ leases }) => leases.counts());
    return Object.fromEntries(all.map(({ queue, ...each }) => [queue, each]));
  };
  const NEXT = { waiting: 1, running: 0, failed: 0 };

  it("remove unreferenced blobs, once for all hosts, and recur", async () => {
    const blobStore = createFsBlobStore({ directory: folder.path });
    const key = blobKey("aa", "bb", "garbage");
    await blobStore.put(key, bytes());
    await database.transact.write(({ blobs }) => blobs.stage(key, LONG_AGO.toISOString() as never));
    const { jobs } = await (await hostOver(blobStore)).getAsync(tokens.maintenance);
    const recurring = jobs.filter(({ initialJob: first }) => first).map(({ queue }) => queue);
    const hosts = [await runnerOver(blobStore), await runnerOver(blobStore)];
    for (const host of hosts) await host.seed();
    const attempts = await Promise.all(hosts.map((host) => host.drain()));
    expect(attempts.reduce((sum, each) => sum + each)).toBe(recurring.length);
    const waiting = (queue: string) => (recurring.includes(queue) && !RESUMING.includes(queue) ? 1 : 0);
    expect(await counts()).toEqual(
      Object.fromEntries(jobQueues.map((queue) => [queue, { ...NEXT, waiting: waiting(queue) }])),
    );
    expect(await keysIn(blobStore)).toEqual([]);
    const late = await runnerOver(blobStore);
    await late.seed();
    // The day, the trash, and what a host left half done, are looked at whenever one starts; everything else has had its turn.
    expect(await late.drain()).toBe(2 + RESUMING.length);
    expect(await counts()).toEqual(
      Object.fromEntries(jobQueues.map((queue) => [queue, { ...NEXT, waiting: waiting(queue) }])),
    );
  });

  it("index a document once, on either host", async () => {
    const blobStore = createFsBlobStore({ directory: folder.path });
    const hosts = [await hostOver(blobStore), await hostOver(blobStore)];
    const [archive] = await Promise.all(hosts.map((host) => host.getAsync(tokens.archive)));
    for (const name of ["one", "two"]) await archive?.documents.create(ADMINISTRATOR, incoming({ name }, "du moulin"));
    const runners = await Promise.all(hosts.map((host) => host.getAsync(tokens.jobRunner)));
    const attempts = await Promise.all(runners.map((runner) => runner.drain()));
    expect(attempts.reduce((sum, each) => sum + each)).toBe(2);
    const found = await archive?.search.find(ADMINISTRATOR, { query: "moulin", page: 1, perPage: 20 });
    expect(found?.items.map(({ name, highlights }) => [name, highlights])).toEqual([
      ["two", ["du moulin"]],
      ["one", ["du moulin"]],
    ]);
  });

  it("let the host stop, even during an endless listing of a bucket", async () => {
    const begun = Promise.withResolvers<void>();
    const endless = { ...createFsBlobStore({ directory: folder.path }), list: () => neverAnswering(begun.resolve) };
    const host = await runnerOver(endless);
    await host.seed();
    host.start();
    await begun.promise;
    await host.stop(0.05);
    // Where the database is slow, the host does not wait until its job was taken back.
    await until("the job is released", async () => (await counts())["blobs/remove_strays"]?.running === 0);
    expect((await counts())["blobs/remove_strays"]).toEqual({ waiting: 2, running: 0, failed: 0 });
  });

  it("end a long listing when they are stopped, and begin it again later", async () => {
    const begun = Promise.withResolvers<void>();
    const long = { ...createFsBlobStore({ directory: folder.path }), list: () => goingOn(begun.resolve) };
    const host = await runnerOver(long);
    await host.seed();
    host.start();
    await begun.promise;
    await host.stop(600);
    expect((await counts())["blobs/remove_strays"]).toEqual({ waiting: 2, running: 0, failed: 0 });
  });
});

async function keysIn(blobStore: BlobStore): Promise<readonly BlobKey[]> {
  const keys: BlobKey[] = [];
  for await (const key of blobStore.list("", Number.POSITIVE_INFINITY)) keys.push(key);
  return keys;
}

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("an unreferenced blob");
}

async function* neverAnswering(begun: () => void): AsyncGenerator<BlobKey> {
  begun();
  await new Promise(() => {});
}

async function* goingOn(begun: () => void): AsyncGenerator<BlobKey> {
  begun();
  for (let number = 0; ; number += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    yield blobKey("aa", "bb", `blob-${number % 50}`);
  }
}
