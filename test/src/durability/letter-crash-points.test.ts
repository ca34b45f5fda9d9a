import * as nodeFiles from "node:fs/promises";
import { createBlobs } from "@cartulary/blobs";
import { createFsBlobStore } from "@cartulary/blobs-fs";
import { createDigests } from "@cartulary/crypto";
import type { BlobStore, Instant, Job, TransactFor } from "@cartulary/kernel";
import { type Letter, type MandataireId, UNSTATED_IDENTITY } from "@cartulary/rental/agency";
import { createLetterBatches, type LetterBatchId, letterBatchJobs } from "@cartulary/rental/letters";
import type { OwnerId } from "@cartulary/rental/property";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TemporaryFolder, temporaryFolder } from "../../support/cartulary-process.ts";
import { filesIn } from "../../support/chunked-fixture.ts";
import { databases, type TestDatabase } from "../../support/databases.ts";
import { ADMINISTRATOR, newWorld } from "../../support/document-fixture.ts";
import { type Life, lifeOf, mortalFiles, mortalTransact } from "../../support/killed-process.ts";
import { runs } from "../../support/runs.ts";

const DAY_MS = 86_400_000;
const NAMES = ["Zoé", "Émile", "Lucie"];

/** `npm test` loses the process at some steps only: on Postgres, whose statements are the same, at fewer. */
const everyNth = (engine: string) =>
  engine === "SQLite" ? runs({ sparing: 13, usual: 3, long: 1 }) : runs({ sparing: 59, usual: 13, long: 1 });

/** Events while a letter is printed. */
let meanwhile = async () => {};

describe.each(databases)("Letters that are printed as many, on $name and files,", ({ name, open }) => {
  let database: TestDatabase;
  let folder: TemporaryFolder;
  let mandataireId: MandataireId;
  const world = newWorld("letters");
  const owners: OwnerId[] = [];

  beforeAll(async () => {
    database = await open();
    folder = await temporaryFolder();
    mandataireId = world.newId<"Mandataire">();
    const now = world.clock.now();
    const dates = { createdAt: now, updatedAt: now };
    await database.transact.write(({ mandataires }) =>
      mandataires.insert({
        ...{ ...UNSTATED_IDENTITY, ...dates, id: mandataireId, name: "Agency", accountingCode: null, siren: null },
        ...{ billingCalendar: "civil", billingCycleMonth: 1, accountingMode: "cash", iban: null, bic: null },
        address: null,
      }),
    );
    await database.transactFor(mandataireId).write(async (stores) => {
      for (const [index, firstName] of NAMES.entries()) {
        const id = world.newId<"OwnerActor">();
        await stores.owners.insert({
          ...{
            ...dates,
            mandataireId,
            id,
            profileId: world.newId<"OwnerProfile">(),
            displayName: firstName,
            firstName,
          },
          ...{ lastName: null, email: null, phone: null, ownerType: "individual", companyName: null, siret: null },
          ...{ vatNumber: null, taxId: null, address: null, accountingCode: `PRO000${index + 1}` },
        });
        owners.push(id);
      }
    });
  });
  afterAll(async () => {
    await database.close();
    await folder[Symbol.asyncDispose]();
  });

  const storeOf = (life: Life) => {
    const files = mortalFiles(nodeFiles, life);
    return { files, blobStore: createFsBlobStore({ directory: folder.path, files }) };
  };
  const survivor = () => house(storeOf(lifeOf(Number.POSITIVE_INFINITY)).blobStore);

  /** A process that prints letters, of which one owner has none. */
  function house(blobStore: BlobStore, life: Life | null = null, unprintable: readonly string[] = []) {
    const { clock, newId, secrets } = world;
    const transactFor: TransactFor<MandataireId, Parameters<Parameters<typeof database.transact.write>[0]>[0]> = ((
      id: MandataireId,
    ) => (life ? mortalTransact(database.transactFor(id), life) : database.transactFor(id))) as never;
    const transact = life ? mortalTransact(database.transact, life) : database.transact;
    const blobs = createBlobs({ transact, blobStore, digests: createDigests(), secrets, clock });
    const [printing] = letterBatchJobs({
      ...{ transactFor: transactFor as typeof database.transactFor, blobs, clock },
      typesetLetter: async ({ values }) => {
        await meanwhile();
        const text = String(values.addressee_name);
        return unprintable.includes(text) ? { failure: "no" } : { pdf: Buffer.from(`${text}\n`), warning: null };
      },
      mergeLetters: async function* (letters) {
        for (const letter of letters) yield* await letter.open();
      },
      ownerStatements: () => ({ letter: async ({ ownerId }) => letterTo(ownerId) }),
    });
    const batches = createLetterBatches({
      ...{ transactFor: transactFor as typeof database.transactFor, blobs, clock, newId, listeners: [] },
    })(mandataireId);
    return {
      ...{ blobs, batches },
      begin: () => batches.create(ADMINISTRATOR, { kind: "owner_statement", ids: owners }),
      async work(id: LetterBatchId) {
        const payload = { mandataireId, lettersId: id };
        const queue = "rental/print_letters";
        const job: Job = { id: newId(), queue, turn: 0, payload, attempt: 1, attemptsMax: 9 };
        await printing?.handle(job, { aborted: false });
      },
    };
  }

  function letterTo(ownerId: OwnerId): Letter {
    const index = owners.indexOf(ownerId);
    return {
      ...{ templateKey: "owner_statement", mandataireId, fileName: "a.pdf", missing: [], logoDocumentId: null },
      createdAt: "2026-03-01T00:00:00.000Z" as Instant,
      values: { addressee_name: NAMES[index] ?? "", addressee_lines: [index === 2 ? "Jersey" : "29200 Brest"] },
    };
  }

  async function textOf(id: LetterBatchId): Promise<string> {
    const { open: read } = await survivor().batches.download(ADMINISTRATOR, id);
    const pieces: Uint8Array[] = [];
    for await (const piece of await read()) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  }

  /** Each letter is printed and counted once, and nothing is left but the merged PDFs. */
  async function expectPrinted(id: LetterBatchId, merged: number): Promise<void> {
    const counts = { status: "completed", total: NAMES.length, done: NAMES.length, failed: 0 };
    expect(await survivor().batches.get(ADMINISTRATOR, id)).toMatchObject(counts);
    expect(await textOf(id)).toBe("Émile\nZoé\nLucie\n");
    world.clock.pass(2 * DAY_MS);
    await survivor().blobs.collectGarbage();
    expect(await filesIn(folder.path)).toHaveLength(merged);
  }

  let merged = 0;

  it("are each printed and counted once, wherever the process is lost and the next one continues", async () => {
    let steps = 0;
    for (let isLost = true; isLost; steps += everyNth(name)) {
      const { id } = await survivor().begin();
      const life = lifeOf(steps);
      const { files, blobStore } = storeOf(life);
      const mortal = house(blobStore, life);
      for (const _ of ["letters", "merging"])
        await mortal.work(id).catch((error: unknown) => {
          if (!life.isOver) throw error;
        });
      await files.closeAll();
      isLost = life.isOver;
      for (const _ of ["letters", "merging", "and again"]) await survivor().work(id);
      merged += 1;
      await expectPrinted(id, merged);
    }
    expect(steps).toBeGreaterThan(20);
  }, 600_000);

  it("are each printed and counted once where several hosts print at the same time", async () => {
    const { id } = await survivor().begin();
    await Promise.all([1, 2, 3].map(() => survivor().work(id)));
    await Promise.allSettled([1, 2, 3].map(() => survivor().work(id)));
    merged += 1;
    await expectPrinted(id, merged);
  });

  it("count each failure once where several hosts print at the same time", async () => {
    const { blobStore } = storeOf(lifeOf(Number.POSITIVE_INFINITY));
    const failing = () => house(blobStore, null, NAMES);
    const { id } = await survivor().begin();
    await Promise.all([1, 2].map(() => failing().work(id)));
    await failing().work(id);
    const failed = await survivor().batches.get(ADMINISTRATOR, id);
    expect(failed).toMatchObject({ status: "failed", done: NAMES.length, failed: NAMES.length, sha256: null });
    expect(failed.failures).toHaveLength(NAMES.length);
  });

  it("leave nothing once they are cancelled, also while a letter is printed", async () => {
    const { id } = await survivor().begin();
    meanwhile = async () => {
      await survivor().batches.cancel(ADMINISTRATOR, id);
    };
    await survivor()
      .work(id)
      .finally(() => {
        meanwhile = async () => {};
      });
    await survivor().work(id);
    expect(await survivor().batches.get(ADMINISTRATOR, id)).toMatchObject({ status: "cancelled", done: 0 });
    await survivor().blobs.collectGarbage();
    expect(await filesIn(folder.path)).toHaveLength(merged);
  });
});
