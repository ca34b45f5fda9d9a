import type { Ledger, NewEntry } from "@cartulary/ledger";
import { entry } from "@cartulary/ledger/testkit";
import { ACCOUNTANT, type LedgerGround, ledgerGround, newBook } from "./ledger-ground.ts";
import { type Measurement, tableOf, type Verdict } from "./measurement.ts";
import { median, ratio } from "./rounds.ts";

const ACCOUNTS = 1_000;
/** People who post at once, each of a society of their own: what they have in common is the accounts. */
const POSTERS = 4;
const ENTRIES = 500;
const BATCH = 50;
const ROUNDS = 5;
const AIM = 0.9;

/** Posting at once on one account, against posting over a thousand. */
export const hotAccount: Measurement = {
  name: "hot-account",
  async run({ engines }, progress) {
    const { rows, add } = tableOf(progress);
    const verdicts: Verdict[] = [];
    for (const engine of engines) {
      await using ground = await ledgerGround(engine);
      const took = { hot: [] as number[], spread: [] as number[] };
      for (let round = 0; round <= ROUNDS; round += 1) {
        const turns = { hot: await prepared(ground, 1), spread: await prepared(ground, ACCOUNTS) };
        for (const name of round % 2 === 0 ? (["hot", "spread"] as const) : (["spread", "hot"] as const)) {
          const began = performance.now();
          await turns[name]();
          if (round > 0) took[name].push(performance.now() - began);
        }
      }
      const reached = ratio(took.spread, took.hot);
      add([engine, median(took.hot).toFixed(0), median(took.spread).toFixed(0), reached.toFixed(2)]);
      verdicts.push({
        promise: `On ${engine}, one account at ${reached.toFixed(2)} of ${ACCOUNTS} (at least ${AIM})`,
        holds: reached >= AIM,
      });
    }
    return {
      title: `Posting ${POSTERS * ENTRIES} entries at once by ${POSTERS}, in milliseconds`,
      columns: ["", "on one account", `over ${ACCOUNTS}`, "of those over many"],
      rows,
      verdicts,
    };
  },
};

/** A new book with that many tenants, and the turn that posts over all of them. */
async function prepared(ground: LedgerGround, tenants: number): Promise<() => Promise<void>> {
  const { bookId, ledger } = await newBook(ground);
  await ground.transactFor(bookId).write(async ({ accounts }) => {
    for (let index = 0; index < tenants; index += 1)
      await accounts.saveAuxiliary({ kind: "LOC", code: tenant(index), name: "T", entityType: null, entityId: null });
  });
  const batches = Array.from({ length: POSTERS }, (_, poster) => batchesOf(poster, tenants));
  return async () => {
    await Promise.all(batches.map((own) => posted(ledger, own)));
  };
}

async function posted(ledger: Ledger, batches: readonly (readonly NewEntry[])[]): Promise<void> {
  for (const batch of batches) await ledger.post(ACCOUNTANT, batch);
}

const batchesOf = (poster: number, tenants: number): readonly (readonly NewEntry[])[] =>
  Array.from({ length: ENTRIES / BATCH }, (_, batch) =>
    Array.from({ length: BATCH }, (__, index) => {
      const code = tenant((poster * ENTRIES + batch * BATCH + index) % tenants);
      return {
        ...entry("LOYERS", "2026-03-01", "AL", `D 411000 ${code} 9.00 Loyer`, `C 411000 ${code} 9.00 Loyer`),
        societyCode: String(poster),
      };
    }),
  );

const tenant = (index: number): string => `LOC${String(index).padStart(4, "0")}`;
