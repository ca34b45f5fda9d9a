import type { Day, Month } from "@cartulary/kernel";
import { entryListing } from "@cartulary/ledger";
import { idOf, ROWS, someOf } from "./fixtures.ts";
import { BY_KEY, LATER, listed, NOW, newId, required, type Work, type Works } from "./works.ts";

const entry = idOf<"Entry">("ledger_entries", 7);
const draft = idOf<"Entry">("ledger_drafts", 7);
const [lines, entries] = [someOf<"Line">("ledger_lines", 1), someOf<"Entry">("ledger_entries")];
const groups = someOf<"Lettering">("ledger_lines");
const owners = Array.from({ length: 20 }, (_, n) => ({ accountCode: "467000", auxiliaryCode: `PRO${1 + n * 6}` }));
const series = { societyCode: "1", journal: "OD", year: 2026 };
const year = { from: null, to: "2026-12-31" as Day };
const account = { ...year, accountCode: "467000", auxiliaryCode: null };
/** Twenty of something, each with some of its own. */
const TWENTY = 200;
/** The rows of one account. */
const ACCOUNT = 4 * (ROWS.ledger_lines / 4 + ROWS.ledger_entries);
const BOOK = 10 * (ROWS.ledger_lines + ROWS.ledger_entries);

/** A work of verification, which looks at a whole book. */
const inspected = (way: Work[1]): Work => [BOOK, way];

/** The works of the stores of a book. */
export const ledgerWorks: Works<
  | "books"
  | "accounts"
  | "drafts"
  | "entries"
  | "series"
  | "letterings"
  | "periods"
  | "balances"
  | "accountingFiles"
  | "ledgerInspection"
> = {
  books: {
    find: [BY_KEY, ({ books }) => books.find()],
    lockShared: [BY_KEY, ({ books }) => books.lockShared()],
    lock: [BY_KEY, ({ books }) => books.lock()],
    insert: [BY_KEY, async ({ books }) => books.insert(required(await books.find()))],
    update: [
      BY_KEY,
      async ({ books }) => books.update({ ...required(await books.lock()), closedThrough: "1924-12" as Month }),
    ],
    removeEmpty: [BY_KEY, ({ books }) => books.removeEmpty()],
  },
  accounts: {
    list: [BY_KEY, ({ accounts }) => accounts.list()],
    insertMissing: [
      BY_KEY,
      ({ accounts }) => accounts.insertMissing([{ id: newId(), code: "471000", name: "New" } as never]),
    ],
    auxiliaries: [BY_KEY, ({ accounts }) => accounts.auxiliaries(owners.map(({ auxiliaryCode }) => auxiliaryCode))],
    auxiliariesOf: [BY_KEY, ({ accounts }) => accounts.auxiliariesOf("FOU")],
    // Drafts have no index by whom they name: there are few at a time.
    removeAuxiliary: [
      3 * ROWS.ledger_draft_lines,
      ({ accounts }) => accounts.removeAuxiliary("PRO7"),
      ({ accounts }) => accounts.removeAuxiliary("PRO none"),
    ],
    saveAuxiliaries: [
      BY_KEY,
      ({ accounts }) =>
        accounts.saveAuxiliaries([
          { code: "PRO2", kind: "PRO", name: "New", entityType: null, entityId: null },
          { code: "PRO3", kind: "PRO", name: "New", entityType: null, entityId: null },
        ]),
    ],
    saveAuxiliary: [
      BY_KEY,
      ({ accounts }) =>
        accounts.saveAuxiliary({ code: "PRO1", kind: "PRO", name: "New", entityType: null, entityId: null } as never),
    ],
  },
  drafts: {
    insert: [
      BY_KEY,
      async ({ drafts }) => {
        const found = required(await drafts.lock(draft));
        await drafts.insert({ ...found, id: newId(), lines: found.lines.map((line) => ({ ...line, id: newId() })) });
      },
    ],
    lock: [BY_KEY, ({ drafts }) => drafts.lock(draft)],
    update: [
      BY_KEY,
      async ({ drafts }) => drafts.update({ ...required(await drafts.lock(draft)), description: "New" }),
    ],
    remove: [BY_KEY, ({ drafts }) => drafts.remove(draft)],
    anyIn: [3 * ROWS.ledger_drafts, ({ drafts }) => drafts.anyIn("2027-01" as Month)],
  },
  entries: {
    find: [BY_KEY, ({ entries: store }) => store.find(entry), ({ entries: store }) => store.find(draft)],
    list: [
      // A page and its count are one statement.
      4 * (ROWS.ledger_entries + ROWS.ledger_drafts),
      listed(entryListing, ({ entries: store }, query) => store.list(query)),
    ],
    findSealed: [TWENTY, ({ entries: store }) => store.findSealed(entries)],
    ofSource: [
      TWENTY,
      async ({ entries: store }) => {
        const [found] = await store.findSealed([entry]);
        const { sourceType, sourceId } = required(found);
        return store.ofSource({ sourceType: sourceType ?? "", sourceId: required(sourceId) }, null, 20);
      },
    ],
    insert: [
      BY_KEY,
      async ({ entries: store }) => {
        const [found] = await store.findSealed([entry]);
        const { lines: sealed, ...header } = required(found);
        const id = newId<"Entry">();
        const copied = sealed.map((line, count) => ({ ...line, id: idOf<"Line">("ledger_lines", 0xffff0 + count) }));
        await store.insert([
          { ...header, id, lines: copied, sourceId: id, number: ROWS.ledger_entries + 1, reference: "OD-new" },
        ]);
      },
    ],
    post: [2 * ROWS.ledger_entries, ({ entries: store }) => store.post("2026-02" as Month, LATER)],
    firstDay: [3 * ROWS.ledger_drafts, ({ entries: store }) => store.firstDay()],
    openingDay: [BY_KEY, ({ entries: store }) => store.openingDay("1")],
    anyBefore: [
      2 * (ROWS.ledger_entries + ROWS.ledger_drafts),
      ({ entries: store }) => store.anyBefore("1", "2026-01-01" as Day),
    ],
  },
  series: {
    lock: [BY_KEY, ({ series: store }) => store.lock([series, { ...series, journal: "LOYERS" }])],
    update: [BY_KEY, ({ series: store }) => store.update([{ ...series, number: 1001, hash: "i", validatedAt: null }])],
  },
  letterings: {
    lock: [TWENTY, ({ letterings }) => letterings.lock(owners)],
    update: [TWENTY, ({ letterings }) => letterings.update(owners.map((each) => ({ ...each, last: "AAB" })))],
    lines: [TWENTY, ({ letterings }) => letterings.lines(lines)],
    ofEntries: [2 * TWENTY, ({ letterings }) => letterings.ofEntries(entries)],
    groups: [TWENTY, ({ letterings }) => letterings.groups(groups)],
    unlettered: [2 * TWENTY, ({ letterings }) => letterings.unlettered(owners)],
    unletteredBalances: [2 * TWENTY, ({ letterings }) => letterings.unletteredBalances(owners)],
    set: [
      2 * TWENTY,
      ({ letterings }) =>
        letterings.set(
          lines.map((lineId) => ({
            lineId,
            lettering: { status: "partial", groupId: newId(), code: null, day: null, inOneFile: false },
            fecLettering: null,
          })),
          NOW,
        ),
    ],
  },
  periods: {
    list: [2 * ROWS.ledger_periods, ({ periods }) => periods.list()],
    insert: [
      4 * ROWS.ledger_series,
      async ({ books, periods }) => {
        await books.update({ ...required(await books.lock()), closedThrough: "2025-12" as Month });
        await periods.insert({ period: "2025-12" as Month, entriesPosted: 1, closedAt: NOW });
      },
    ],
  },
  balances: {
    balances: [BOOK, ({ balances }) => balances.balances(year)],
    movements: [
      BOOK,
      ({ balances }) => balances.movements(year),
      ({ balances }) => balances.movements({ ...year, from: "2026-01-01" as Day, societyCode: "1" }),
    ],
    societies: [2 * ROWS.ledger_entries, ({ balances }) => balances.societies(year)],
    lines: [
      ACCOUNT,
      ({ balances }) => balances.lines(account),
      ({ balances }) => balances.lines({ ...account, auxiliaryCode: "PRO1" }),
    ],
    balance: [
      ACCOUNT,
      ({ balances }) => balances.balance(account),
      ({ balances }) => balances.balance({ ...account, auxiliaryCode: "PRO1" }),
    ],
    page: [ACCOUNT, ({ balances }) => balances.page({ ...account, auxiliaryCode: "PRO1" }, null, 10)],
    turnover: [ACCOUNT, ({ balances }) => balances.turnover({ ...account, auxiliaryCode: "PRO1" })],
  },
  accountingFiles: {
    lines: [
      4 * ROWS.ledger_lines,
      async ({ accountingFiles }) => {
        const file = accountingFiles.lines({ societyCode: "1", year: 2026, journals: ["OD"] });
        for await (const batch of file) required(batch[0]);
      },
    ],
    linesByDay: [
      4 * ROWS.ledger_lines,
      async ({ accountingFiles }) => {
        for await (const batch of accountingFiles.linesByDay(2026)) required(batch[0]);
      },
    ],
  },
  ledgerInspection: {
    series: inspected(({ ledgerInspection }) => ledgerInspection.series()),
    entries: [2_100, ({ ledgerInspection }) => ledgerInspection.entries(series, 100, 100)],
    heads: inspected(({ ledgerInspection }) => ledgerInspection.heads()),
    amountFaults: inspected(({ ledgerInspection }) => ledgerInspection.amountFaults()),
    months: inspected(({ ledgerInspection }) => ledgerInspection.months()),
    openings: inspected(({ ledgerInspection }) => ledgerInspection.openings()),
    letteringFaults: inspected(({ ledgerInspection }) => ledgerInspection.letteringFaults()),
    letterSeriesFaults: inspected(({ ledgerInspection }) => ledgerInspection.letterSeriesFaults()),
    accountFaults: inspected(({ ledgerInspection }) => ledgerInspection.accountFaults()),
    orphanLines: inspected(({ ledgerInspection }) => ledgerInspection.orphanLines()),
    sourceFaults: inspected(({ ledgerInspection }) => ledgerInspection.sourceFaults()),
  },
};
