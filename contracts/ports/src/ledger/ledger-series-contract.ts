import type { Series, SeriesKey } from "@cartulary/ledger";
import { interleave, runInside } from "../harness/concurrent-transactions.ts";
import { EPOCH, later } from "../harness/document-records.ts";
import { describe, expect, it } from "../runner/runner.ts";
import { type LedgerHarness, openBook } from "./ledger-harness.ts";

const key = (journal: string, overrides: Partial<SeriesKey> = {}): SeriesKey => ({
  societyCode: "1",
  journal,
  year: 2026,
  ...overrides,
});
const begun = (of: SeriesKey): Series => ({ ...of, number: 0, hash: null, validatedAt: null });
const [LOYERS, BANQUE, OD] = [key("LOYERS"), key("BANQUE"), key("OD")] as const;

/** Contract of number series stores. */
export function ledgerSeriesContract(name: string, { openDatabase, writesAtOnce }: LedgerHarness): void {
  describe(`${name} counts entries`, () => {
    it("begins series at 0, one for each society, journal and year, in the order of the keys", async () => {
      const { transact } = await openBook(await openDatabase());
      const keys = [OD, LOYERS, key("OD", { societyCode: "10" }), key("OD", { year: 2025 }), BANQUE];
      expect(await transact.write(({ series }) => series.lock(keys))).toEqual(keys.map(begun));
      expect(await transact.write(({ series }) => series.lock([]))).toEqual([]);
    });

    it("continues from the last written number, hash and time", async () => {
      const { transact } = await openBook(await openDatabase());
      const [one, another] = [
        { ...LOYERS, number: 2_000_000, hash: "a hash", validatedAt: EPOCH },
        { ...OD, number: 1, hash: "another", validatedAt: later(0.001) },
      ];
      await transact.write(async ({ series }) => {
        await series.lock([LOYERS, BANQUE, OD]);
        await series.update([another, one]);
        await series.update([]);
      });
      const found = await transact.write(({ series }) => series.lock([OD, BANQUE, LOYERS]));
      expect(found).toEqual([another, begun(BANQUE), one]);
    });

    it("has separate series for each book", async () => {
      const place = await openDatabase();
      const [one, other] = [await openBook(place), await openBook(place)];
      const counted = { ...OD, number: 7, hash: "a hash", validatedAt: EPOCH };
      for (const { transact } of [one, other])
        await transact.write(async ({ series }) => {
          expect(await series.lock([OD])).toEqual([begun(OD)]);
        });
      await one.transact.write(({ series }) => series.update([counted]));
      expect(await other.transact.write(({ series }) => series.lock([OD]))).toEqual([begun(OD)]);
      expect(await one.transact.write(({ series }) => series.lock([OD]))).toEqual([counted]);
    });

    it("lets a second transaction wait for a locked series, also for a new one", async () => {
      const place = await openBook(await openDatabase());
      for (const number of [1, 2]) {
        const [, found] = await interleave(place, {
          first: ({ series }) => series.lock([OD]),
          afterwards: ({ series }) => series.update([{ ...OD, number, hash: "a hash", validatedAt: EPOCH }]),
          second: ({ series }) => series.lock([OD]),
        });
        expect(found).toEqual([{ ...OD, number, hash: "a hash", validatedAt: EPOCH }]);
      }
    });

    it("lets two transactions lock different series at once, where several may write", async () => {
      const place = await openBook(await openDatabase());
      if (!writesAtOnce) return;
      await runInside(place, {
        first: ({ series }) => series.lock([OD]),
        second: ({ series }) => series.lock([LOYERS]),
      });
    });

    it("locks in one order for any order of keys, so that transactions never deadlock", async () => {
      const place = await openBook(await openDatabase());
      const keys = [LOYERS, BANQUE, OD];
      let attempts = 0;
      const locking = (order: readonly SeriesKey[]) =>
        place.transact.write(async ({ series }) => {
          attempts += 1;
          const locked = await series.lock(order);
          await series.update(locked.map((each) => ({ ...each, number: each.number + 1 })));
        });
      // In the first round the series are new, in the second they exist.
      for (let round = 0; round < 2; round += 1)
        await Promise.all([keys, keys.toReversed(), keys, keys.toReversed()].map(locking));
      expect(attempts).toBe(8);
      const found = await place.transact.write(({ series }) => series.lock(keys));
      expect(found.map(({ number }) => number)).toEqual([8, 8, 8]);
    });
  });
}
