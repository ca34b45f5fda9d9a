import { join } from "node:path";
import { createBlobs } from "@cartulary/blobs";
import { DomainError } from "@cartulary/kernel";
import { pdfOf } from "@cartulary/ports/uploads";
import { administer } from "@cartulary/postgres/testkit";
import { compose, readConfig, technologyModules, tokens } from "@cartulary/server";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, vi } from "vitest";
import { type Environment, FIRST, startHost, temporaryFolder, until } from "../../support/cartulary-process.ts";
import { type Client, ClientError, createClient } from "../../support/checked-client.ts";
import { cartularyHere } from "../../support/command-here.ts";
import type { GroundKind, HostGround } from "../../support/host-fixtures.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { importAgency } from "./agency-of-leases.ts";
import { loadClient } from "./load.ts";

const CLIENTS = 3;
/** Requests between two backups, at most. */
const REQUESTS_MAX = 24;
const LEASES = 40;
/** What is left in the host is made at most so often for each backup, for the last round is to take as long as the first. */
const KEPT = 150;
const MERGED = 8;
const BILLED = 4;

/** How often a host is backed up, and by which chance. */
export interface BackupRounds {
  readonly kind: GroundKind;
  readonly rounds: number;
  readonly seed: number;
}

/** The progress of the load. */
interface Load {
  requests: number;
  stored: number;
  round: number;
  /** Resolves when the next round begins or the load is over. */
  next: PromiseWithResolvers<void>;
  readonly isOver: boolean;
}

/**
 * Backs a host up at random moments while it takes uploads, versions and deletions, merges files, computes, applies and
 * cancels billing runs, and collects garbage without mercy. Every backup is restored into an empty place and verified
 * whole, with every document that was acknowledged before it began.
 */
export async function backupRounds({ kind, rounds, seed }: BackupRounds): Promise<void> {
  await using ground = await kind.prepare();
  await using folder = await temporaryFolder();
  const environment = {
    ...ground.environment,
    CARTULARY_BLOB_GRACE: "PT0S",
    CARTULARY_TRASH: "PT0S",
    LOG_LEVEL: "warn",
  };
  await using host = await startHost(environment);
  const client = await administratorOf(host.url, environment);
  await importAgency(client, environment, LEASES);
  const random = seededRandom(seed);
  const load = { requests: 0, stored: 0, round: 0, next: Promise.withResolvers<void>(), isOver: false };
  const working = Promise.all([underLoad(client, load, seed), withoutMercy(environment, load)]);
  working.catch(() => {});
  try {
    for (let round = 0; round < rounds; round += 1) {
      const target = load.requests + 1 + random.below(REQUESTS_MAX);
      await Promise.race([until("the load continues", async () => load.requests >= target), working]);
      const acknowledged = load.stored;
      beginRound(load);
      // Into the same folder now and then, where most blobs are already.
      const directory = join(folder.path, `backup-${round - (round % 3)}`);
      const made = await cartularyHere(["backup", directory, "--check"], environment);
      expect({ round, ...made }).toMatchObject({ round, code: 0, stderr: "" });
      await restored(kind, directory, acknowledged, `seed ${seed}, round ${round}`);
    }
  } finally {
    load.isOver = true;
    beginRound(load);
    await working;
  }
}

/** Restores into an empty place, which also verifies, and counts the documents that must be there. */
async function restored(kind: GroundKind, directory: string, acknowledged: number, when: string): Promise<void> {
  await using place = await kind.prepare("empty");
  const { code, stderr } = await cartularyHere(["restore", directory], place.environment);
  expect({ when, code, stderr }).toEqual({ when, code: 0, stderr: expect.stringContaining("0 errors, ") });
  expect(await storedIn(place)).toBeGreaterThanOrEqual(acknowledged);
}

/** Everything at once, until the load is over. */
async function underLoad(client: Client, load: Load, seed: number): Promise<void> {
  const counted = () => {
    load.requests += 1;
  };
  const isOver = () => load.isOver;
  const clients = Array.from({ length: CLIENTS }, (_, index) => loadClient(`client${index}`, seed + index + 1));
  await Promise.all([
    ...clients.map((each) => each.run(client, counted, isOver)),
    keeping(client, load),
    merging(client, load),
    billing(client, load),
  ]);
}

/** Sends a request again after a 503 of a busy host, which rolls everything back. */
async function lasting<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ClientError && error.status === 503)) throw error;
    }
  }
}

/** Numbers of repeated work, some for each round, until the load is over. */
async function* turns(load: Load, perRound: number): AsyncGenerator<number> {
  for (let count = 0; !load.isOver; count += 1) {
    yield count;
    while (!load.isOver && count + 1 >= perRound * (load.round + 1)) await load.next.promise;
  }
}

function beginRound(load: Load): void {
  const { next } = load;
  load.round += 1;
  load.next = Promise.withResolvers();
  next.resolve();
}

/** Documents that stay, by name. */
async function keeping(client: Client, load: Load): Promise<void> {
  for await (const count of turns(load, KEPT)) {
    const file = { name: "kept.txt", bytes: Buffer.from(`kept ${count}`) };
    await lasting(() => client.createDocument({ body: { name: `kept-${count}` }, file }));
    load.stored += 1;
  }
}

async function merging(client: Client, load: Load): Promise<void> {
  for await (const count of turns(load, MERGED)) {
    const body = { totalFiles: 2, mergeToPdf: true, mergedFileName: `merged-${count}` };
    const { id } = await lasting(() => client.createBulkUpload({ body }));
    for (const position of [1, 2]) {
      const file = { name: "scan.pdf", bytes: pdfOf([`${count} ${position}`]) };
      await lasting(() => client.createDocument({ body: { bulkUploadId: id, position }, file }));
    }
    const merged = async () => (await client.getBulkUpload({ params: { id } })).status === "completed";
    await until("the files are merged", async () => load.isOver || (await merged()));
  }
}

async function billing(client: Client, load: Load): Promise<void> {
  for await (const _ of turns(load, BILLED)) {
    const { id } = await lasting(() => client.createBillingRun({ body: { periodStart: "2026-03-01" as never } }));
    const at = { params: { id } };
    const status = async () => (await client.getBillingRun(at)).status;
    await until("the run is computed", async () => (await status()) === "review");
    await lasting(() => client.validateBillingRun({ ...at, query: { force: "" } }));
    await lasting(() => client.applyBillingRun(at));
    await until("the run is applied", async () => (await status()) === "applied");
    await lasting(() => client.cancelBillingRun({ ...at, body: { reason: "Again" } }));
    await until("the run is cancelled", async () => (await status()) === "cancelled");
  }
}

/** Collects garbage all the while, as many hosts would. */
async function withoutMercy(environment: Environment, load: Load): Promise<void> {
  // The client of a bucket reads its credentials from the environment.
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const config = readConfig({ ...environment }, { directory: "/", isTerminal: false });
  const container = await compose(config, await technologyModules(config));
  try {
    const blobs = createBlobs(await container.getAsync(tokens.stores));
    while (!load.isOver) {
      const before = load.requests;
      // Another process may write for longer than this one waits; then it is the next turn's.
      await blobs.collectGarbage().catch((error: unknown) => {
        if (!(error instanceof DomainError && error.kind === "unavailable")) throw error;
      });
      await until("there may be garbage", async () => load.isOver || load.requests > before);
    }
  } finally {
    await container.unbindAllAsync();
  }
}

async function administratorOf(baseUrl: string, environment: Environment): Promise<Client> {
  const words = ["token", "create", "--user", FIRST.CARTULARY_ADMIN_EMAIL, "--scope", "read write admin"];
  const { stdout } = await cartularyHere(words, { ...FIRST, ...environment });
  return createClient({ baseUrl, token: stdout.trim() });
}

/** Counts the documents that stay, past every host. */
async function storedIn({ environment }: HostGround): Promise<number> {
  const question = "select count(*) as count from documents where name like 'kept-%'";
  const numberIn = (rows: readonly object[]) => Number(Object.values(rows[0] ?? {})[0]);
  const { DATABASE_URL, CARTULARY_DATA = "" } = environment;
  if (DATABASE_URL) return numberIn(await administer(DATABASE_URL, question));
  const file = new Sqlite(join(CARTULARY_DATA, "cartulary.db"), { readonly: true });
  try {
    return numberIn(file.prepare(question).all() as readonly object[]);
  } finally {
    file.close();
  }
}
