import type { BlobKey, Transact, TransactFor } from "@cartulary/kernel";
import type { RegistryStores, RentalStores } from "@cartulary/rental";
import type { MandataireId } from "@cartulary/rental/agency";
import { LETTER_KINDS, type LetterBatch, letterBatchListing } from "@cartulary/rental/letters";
import { idOf, later } from "../../harness/document-records.ts";
import { listingContract } from "../../kernel/listing-contract.ts";
import { SAMPLED_TYPES } from "../../kernel/samples.ts";
import { describe, expect, it } from "../../runner/runner.ts";
import { A_MANDATAIRE } from "../billing/call-stores-contract.ts";

/** The stores of letters that are printed as many. */
export type LetterStoresUnderTest = Pick<RentalStores, "letterBatches" | "batchedLetters" | "letterSubjects"> &
  Pick<RegistryStores, "letterFiles">;

interface LetterStoresHarness {
  /** A database with nothing in it that stays until the last test. */
  openSharedDatabase(): Promise<{
    readonly transact: Transact<Pick<RegistryStores, "mandataires" | "letterFiles">>;
    readonly transactFor: TransactFor<MandataireId, LetterStoresUnderTest>;
  }>;
}

const QUERY = { page: 1, perPage: 100, sort: "createdAt", direction: "asc", conditions: [] } as const;

/** Contract of the stores of letters that are printed as many. */
export function letterStoresContract(name: string, { openSharedDatabase }: LetterStoresHarness): void {
  let mandataires = 0;
  let place: ReturnType<typeof openSharedDatabase> | null = null;
  /** A mandataire of its own, in one database for all. */
  const openDatabase = async () => {
    place ??= openSharedDatabase();
    const { transact, transactFor } = await place;
    mandataires += 1;
    const mandataireId = idOf<"Mandataire">(0x8_8000 + mandataires);
    await transact.write((stores) => stores.mandataires.insert({ ...A_MANDATAIRE, id: mandataireId }));
    return { mandataireId, everybody: transact, transact: transactFor(mandataireId) };
  };

  describe(`${name} is a store of letters that are printed as many`, () => {
    it("returns a request as it was written and as it was changed", async () => {
      const { mandataireId, transact } = await openDatabase();
      const batch = batchOf(mandataireId, 1);
      expect(await transact.read(({ letterBatches }) => letterBatches.any())).toBe(false);
      await transact.write(({ letterBatches }) => letterBatches.insert(batch));
      expect(await transact.read(({ letterBatches }) => letterBatches.find(batch.id))).toEqual(batch);
      const failures = [{ id: idOf(7), message: "Nothing is paid" }];
      const changed: LetterBatch = {
        ...{ ...batch, status: "completed", done: 3, failed: 1, failures, updatedAt: later(9) },
        ...{ missing: ["card_number"], warning: "The logo is broken", byteSize: 12, sha256: "ab" },
      };
      await transact.write(({ letterBatches }) => letterBatches.update(changed));
      expect(await transact.write(({ letterBatches }) => letterBatches.lock(batch.id))).toEqual(changed);
      expect(await transact.read(({ letterBatches }) => letterBatches.find(idOf(0xbad)))).toBeNull();
      expect(await transact.read(({ letterBatches }) => letterBatches.any())).toBe(true);
      const other = await openDatabase();
      expect(await other.transact.read(({ letterBatches }) => letterBatches.find(batch.id))).toBeNull();
      expect((await other.transact.read(({ letterBatches }) => letterBatches.list(QUERY))).items).toEqual([]);
    });

    it("marks a waiting letter as printed once, and removes only one that waits", async () => {
      const { mandataireId, transact } = await openDatabase();
      const batch = batchOf(mandataireId, 1);
      const batchId = batch.id;
      const letters = [1, 2, 3].map((position) => ({
        ...{ batchId, position, id: idOf<string>(position) },
        partOf: position === 2 ? idOf<string>(0x22) : null,
      }));
      await transact.write(async (stores) => {
        await stores.letterBatches.insert(batch);
        await stores.batchedLetters.insert(letters);
      });
      const [first, second, third] = letters as [(typeof letters)[0], (typeof letters)[0], (typeof letters)[0]];
      const answers = await transact.write(async ({ batchedLetters }) => [
        await batchedLetters.waiting(batchId, 2),
        await batchedLetters.markPrinted(first, { postcode: "29200", addressee: "Ada" }),
        await batchedLetters.markPrinted(first, { postcode: "75001", addressee: "Bob" }),
        await batchedLetters.remove(first),
        await batchedLetters.markPrinted(third, { postcode: null, addressee: "" }),
        await batchedLetters.remove(second),
        await batchedLetters.remove(second),
      ]);
      expect(answers).toEqual([[first, second], true, false, false, true, true, false]);
      const read = () =>
        transact.read(async ({ batchedLetters }) => [
          await batchedLetters.waiting(batchId, 9),
          await batchedLetters.printed(batchId),
        ]);
      expect(await read()).toEqual([
        [],
        [
          { position: 1, postcode: "29200", addressee: "Ada" },
          { position: 3, postcode: null, addressee: "" },
        ],
      ]);
      await transact.write(({ batchedLetters }) => batchedLetters.removeAll(batchId));
      expect(await read()).toEqual([[], []]);
    });

    it("knows the PDFs of letters and the merged one, and counts the letters of blobs", async () => {
      const { mandataireId, transact, everybody } = await openDatabase();
      const batch = batchOf(mandataireId, 1);
      const key = { mandataireId, id: batch.id };
      const blobs = ["letters/a", "letters/b", "letters/c"].map((text) => text as BlobKey);
      const [one, two, merged] = blobs as [BlobKey, BlobKey, BlobKey];
      await transact.write(async ({ letterBatches, letterFiles }) => {
        await letterBatches.insert(batch);
        await letterFiles.insert(key, 1, one);
        await letterFiles.insert(key, 2, two);
      });
      expect(await transact.read(({ letterFiles }) => letterFiles.merged(key))).toBeNull();
      await transact.write(({ letterFiles }) => letterFiles.insert(key, 0, merged));
      expect([...(await transact.read(({ letterFiles }) => letterFiles.ofLetters(key)))].toSorted()).toEqual([
        [1, one],
        [2, two],
      ]);
      const holders = async () =>
        [...(await everybody.read(({ letterFiles }) => letterFiles.holders(one, merged)))].toSorted();
      expect(await holders()).toEqual(blobs.map((blob) => [blob, 1]));
      await transact.write(({ letterFiles }) => letterFiles.removeLetters(key));
      expect(await holders()).toEqual([[merged, 1]]);
      expect(await transact.read(({ letterFiles }) => letterFiles.merged(key))).toBe(merged);
    });

    it("finds no subjects for ids without one", async () => {
      const { transact } = await openDatabase();
      for (const kind of LETTER_KINDS)
        expect(await transact.read(({ letterSubjects }) => letterSubjects.named(kind, [idOf(1)]))).toEqual([]);
      for (const kind of ["notice", "receipt", "reminder"] as const)
        expect(await transact.read(({ letterSubjects }) => letterSubjects.ofRun(kind, idOf(1), 9))).toEqual([]);
    });
  });

  listingContract(`${name}, of letters,`, {
    listing: letterBatchListing,
    records: [1, 2, 3, 4, 5, 6].map((count) => batchOf(idOf<"Mandataire">(0x8_8fff), count)),
    sampled: SAMPLED_TYPES,
    async create(batches) {
      const { mandataireId, transact } = await openDatabase();
      await transact.write(async ({ letterBatches }) => {
        for (const batch of batches) await letterBatches.insert({ ...batch, mandataireId });
      });
      return async (query) => {
        const { items, ...page } = await transact.read(({ letterBatches }) => letterBatches.list(query));
        return { ...page, items: items.map((batch) => ({ ...batch, mandataireId: idOf<"Mandataire">(0x8_8fff) })) };
      };
    },
  });
}

function batchOf(mandataireId: MandataireId, count: number): LetterBatch {
  return {
    ...{ mandataireId, id: idOf<"Letters">(0x8_1000 + count) },
    kind: LETTER_KINDS[count % LETTER_KINDS.length] ?? "notice",
    status: count % 2 === 0 ? "queued" : "running",
    ...{ periodFrom: null, periodTo: null, year: count % 2 === 0 ? 2026 : null },
    ...{
      total: 3 + count,
      done: count % 3,
      failed: 0,
      failures: [],
      missing: [],
      warning: null,
      byteSize: null,
      sha256: null,
    },
    ...{ createdAt: later(count % 4), updatedAt: later(10 + (count % 3)) },
  };
}
