import { createLedger, type LedgerStores, type NewEntry } from "@cartulary/ledger";
import { entry } from "@cartulary/ledger/testkit";
import { steadyClock } from "../support/fixed-clock.ts";
import { ACCOUNTANT, type LedgerGround, ledgerGround, newBook, type Row, settings } from "./ledger-ground.ts";
import { type Measurement, tableOf, type Verdict } from "./measurement.ts";
import { median, ratio } from "./rounds.ts";

const ENTRIES = 10_000;
const BATCH = 500;
const ROUNDS = 3;
const AIM = 0.5;

/** 10,000 entries of four lines, posted in batches, against a bare insert of the same rows. */
export const posting: Measurement = {
  name: "posting",
  async run({ engines }, progress) {
    const { rows, add } = tableOf(progress);
    const verdicts: Verdict[] = [];
    for (const engine of engines) {
      await using guarded = await ledgerGround(engine);
      await using unguarded = await ledgerGround(engine);
      await unguarded.unguard();
      const took = await measured(guarded, unguarded);
      const reached = ratio(took.bare, took.ours);
      const shares = [
        ratio(took.core, took.ours),
        1 - ratio(took.core, took.ours) - ratio(took.bare, took.ours) - guards(took),
        guards(took),
        reached,
      ];
      add([
        engine,
        ...[took.ours, took.unguarded, took.core, took.bare].map((each) => median(each).toFixed(0)),
        ...shares.map((share) => share.toFixed(2)),
      ]);
      verdicts.push({
        promise: `On ${engine} at ${reached.toFixed(2)} of a bare insert (at least ${AIM})`,
        holds: reached >= AIM,
      });
    }
    return {
      title: "Posting 10,000 entries of four lines, in milliseconds, by parts",
      columns: ["", "posted", "unguarded", "core alone", "bare insert", "core", "stores", "guards", "rows"],
      rows,
      verdicts,
    };
  },
};

interface Took {
  readonly ours: readonly number[];
  readonly unguarded: readonly number[];
  readonly core: readonly number[];
  readonly bare: readonly number[];
}

const guards = ({ ours, unguarded }: Took): number => 1 - ratio(unguarded, ours);

async function measured(guarded: LedgerGround, unguarded: LedgerGround): Promise<Took> {
  const rows = await rowsOf(unguarded);
  const took = { ours: [] as number[], unguarded: [] as number[], core: [] as number[], bare: [] as number[] };
  const contenders = {
    ours: () => posted(guarded),
    unguarded: () => posted(unguarded),
    core: corePosted,
    bare: () => inserted(unguarded, rows),
  };
  // The first round is not counted: until the engines have compiled what they run.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of ["ours", "unguarded", "core", "bare"] as const) {
      const milliseconds = await contenders[name]();
      if (round > 0) took[name].push(milliseconds);
    }
  }
  return took;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function posted(ground: LedgerGround): Promise<number> {
  const { ledger } = await newBook(ground);
  for (const auxiliary of TENANTS) await ledger.saveAuxiliary(ACCOUNTANT, auxiliary);
  return timed(async () => {
    for (const batch of BATCHES) await ledger.post(ACCOUNTANT, batch);
  });
}

/** The rows of a book that posted, to be inserted again as those of another one. */
async function rowsOf(ground: LedgerGround): Promise<Readonly<Record<"entries" | "lines", readonly Row[]>>> {
  await posted(ground);
  return {
    entries: await ground.rows("select * from ledger_entries"),
    lines: await ground.rows("select * from ledger_lines"),
  };
}

async function inserted(
  ground: LedgerGround,
  { entries, lines }: Readonly<Record<"entries" | "lines", readonly Row[]>>,
): Promise<number> {
  const { bookId } = await newBook(ground);
  const own = (rows: readonly Row[]) => rows.map((row) => ({ ...row, book_id: bookId }));
  const [ownEntries, ownLines] = [own(entries), own(lines)];
  return timed(() => ground.insert(["ledger_lines", ownLines], ["ledger_entries", ownEntries]));
}

/** The core over stores that keep nothing. */
async function corePosted(): Promise<number> {
  const book = { id: settings.newId<"Book">(), closedThrough: null, createdAt: steadyClock().now() };
  const accounts = settings.chart.map(({ code, name }) => ({ id: settings.newId<"Account">(), code, name }));
  const nothing = async () => {};
  const stores = {
    books: { lockShared: async () => book },
    accounts: { list: async () => accounts, auxiliaries: async () => TENANTS },
    series: { lock: async (keys: readonly object[]) => keys.map((key) => ({ ...key, ...UNBEGUN })), update: nothing },
    entries: { insert: nothing, openingDay: async () => null },
    letterings: { lock: async () => [] },
  } as unknown as LedgerStores;
  const work = <Result>(run: (input: LedgerStores) => Promise<Result>) => run(stores);
  const ledger = createLedger({
    ...settings,
    clock: steadyClock(),
    transact: { read: work, single: work, write: work, claim: work },
  });
  return timed(async () => {
    for (const batch of BATCHES) await ledger.post(ACCOUNTANT, batch);
  });
}

const UNBEGUN = { number: 0, hash: null, validatedAt: null };

const TENANTS = Array.from({ length: 200 }, (_, index) => ({
  kind: "LOC",
  code: `LOC${String(index + 1).padStart(4, "0")}`,
  name: `Tenant ${index + 1}`,
  entityType: null,
  entityId: null,
}));

/** Rent calls of {@link TENANTS}, on accounts that are lettered by hand. */
const BATCHES: readonly (readonly NewEntry[])[] = Array.from({ length: ENTRIES / BATCH }, (_, batch) =>
  Array.from({ length: BATCH }, (__, index) => {
    const count = batch * BATCH + index;
    const tenant = TENANTS[count % TENANTS.length]?.code;
    return entry(
      "LOYERS",
      `2026-03-${String((count % 28) + 1).padStart(2, "0")}`,
      `AL-2026-${count}`,
      `D 411000 ${tenant} 840.00 Loyer mars 2026`,
      "C 706100 600.00 Loyer mars 2026",
      "C 706100 100.00 Provision mars 2026",
      "C 445710 140.00 TVA mars 2026",
    );
  }),
);
