import type { Condition, ListQuery, Page } from "@cartulary/kernel";
import { conflict, monthOf, unprocessable } from "@cartulary/kernel";
import type { Subaccount } from "../accounts/account.ts";
import type { SeriesKey } from "../accounts/journal.ts";
import { type Cents, minus, sum } from "../accounts/money.ts";
import type { AccountLine, LineCursor, LineWithCursor, Range } from "../entries/balance.ts";
import { type Draft, type Line, OPENING, type SealedEntry } from "../entries/entry.ts";
import { type LetterableLine, type Lettering, NO_LETTERING } from "../lettering/lettering.ts";
import type { EntryField, EntrySummary, EntryView } from "../stores/entry-view.ts";
import type {
  AccountRange,
  AccountStore,
  BalanceStore,
  BookStore,
  DraftStore,
  EntryStore,
  FileLine,
  FileQuery,
  FileStore,
  LedgerInspection,
  LedgerStores,
  LetteringStore,
  MonthIntegrityRow,
  PeriodStore,
  SeriesStore,
} from "../stores/ports.ts";
import { emptyModel, type LedgerModel } from "./ledger-model.ts";

/** Stores over a model, following the contracts of their ports. */
export function modelStores(model: LedgerModel): LedgerStores {
  return {
    books: bookStore(model),
    accounts: accountStore(model),
    drafts: draftStore(model),
    entries: entryStore(model),
    series: seriesStore(model),
    letterings: letteringStore(model),
    periods: periodStore(model),
    balances: balanceStore(model),
    accountingFiles: fileStore(model),
    ledgerInspection: inspection(model),
  };
}

function bookStore(model: LedgerModel): BookStore {
  return {
    find: async () => model.book,
    lockShared: async () => model.book,
    lock: async () => model.book,
    async insert(book) {
      model.book ??= book;
      return model.book === book;
    },
    async update(book) {
      model.book = book;
    },
    async removeEmpty() {
      if (model.drafts.size + model.sealed.length + model.auxiliaries.size > 0) return false;
      Object.assign(model, emptyModel());
      return true;
    },
  };
}

function accountStore(model: LedgerModel): AccountStore {
  return {
    list: async () => model.accounts,
    async insertMissing(accounts) {
      for (const account of accounts)
        if (!model.accounts.some(({ code }) => code === account.code)) model.accounts.push(account);
    },
    auxiliaries: async (codes) => codes.flatMap((code) => model.auxiliaries.get(code) ?? []),
    auxiliariesOf: async (kind) =>
      [...model.auxiliaries.values()]
        .filter((auxiliary) => auxiliary.kind === kind)
        .toSorted((one, other) => (one.code < other.code ? -1 : 1)),
    async saveAuxiliary(auxiliary) {
      model.auxiliaries.set(auxiliary.code, auxiliary);
    },
    async saveAuxiliaries(saved) {
      for (const auxiliary of saved) model.auxiliaries.set(auxiliary.code, auxiliary);
    },
    async removeAuxiliary(code) {
      const written = [...model.drafts.values(), ...model.sealed];
      if (written.some(({ lines }) => lines.some(({ auxiliaryCode }) => auxiliaryCode === code))) return false;
      model.auxiliaries.delete(code);
      return true;
    },
  };
}

function draftStore(model: LedgerModel): DraftStore {
  return {
    async insert(draft) {
      requireNewSource(model, draft);
      model.drafts.set(draft.id, draft);
    },
    lock: async (id) => model.drafts.get(id) ?? null,
    async update(draft) {
      model.drafts.set(draft.id, draft);
    },
    async remove(id) {
      model.drafts.delete(id);
    },
    anyIn: async (month) => [...model.drafts.values()].some(({ accountingDate }) => monthOf(accountingDate) === month),
  };
}

function entryStore(model: LedgerModel): EntryStore {
  return {
    find: async (id) => {
      const entry = model.sealed.find((each) => each.id === id);
      return entry
        ? ({
            ...entry,
            lines: entry.lines.map((line) => ({ ...line, lettering: letteringIn(model, line) })),
          } as unknown as EntryView)
        : null;
    },
    list: async ({ page, perPage, conditions }: ListQuery<EntryField>): Promise<Page<EntrySummary>> => {
      const items = model.sealed.filter((entry) => conditions.every((condition) => matches(condition, entry)));
      return { items: items as unknown as readonly EntrySummary[], total: items.length, page, perPage };
    },
    findSealed: async (ids) => model.sealed.filter(({ id }) => ids.includes(id)),
    ofSource: async ({ sourceType, sourceId }, after, limit) =>
      model.sealed
        .filter((entry) => entry.sourceType === sourceType && entry.sourceId === sourceId)
        .filter(({ sourceSeq }) => after === null || sourceSeq > after)
        .toSorted((one, other) => one.sourceSeq - other.sourceSeq)
        .slice(0, limit),
    async insert(entries, lettered = []) {
      for (const { lineId, lettering } of lettered) model.letterings.set(lineId, lettering);
      for (const entry of entries) {
        if (entry.reversalOfId && model.sealed.some(({ reversalOfId }) => reversalOfId === entry.reversalOfId))
          throw unprocessable("already_reversed", "That entry is reversed already");
        requireNewSource(model, entry);
        model.sealed.push(entry);
      }
    },
    async post(month, at) {
      const due = (entry: SealedEntry) => entry.status === "validated" && monthOf(entry.accountingDate) === month;
      const count = model.sealed.filter(due).length;
      model.sealed = model.sealed.map((entry) => (due(entry) ? { ...entry, status: "posted", updatedAt: at } : entry));
      return count;
    },
    openingDay: async (societyCode) =>
      model.sealed.find((entry) => isEnteredOpening(entry, societyCode) && !reversalIn(model, entry))?.accountingDate ??
      null,
    anyBefore: async (societyCode, day) => {
      const undone = new Set(
        model.sealed
          .filter((entry) => isEnteredOpening(entry, societyCode) && reversalIn(model, entry))
          .flatMap((entry) => [entry.id, reversalIn(model, entry)?.id]),
      );
      return [...model.sealed, ...model.drafts.values()].some(
        (entry) => entry.societyCode === societyCode && entry.accountingDate < day && !undone.has(entry.id),
      );
    },
    firstDay: async () =>
      [...model.sealed, ...model.drafts.values()].map(({ accountingDate }) => accountingDate).sort()[0] ?? null,
  };
}

function seriesStore(model: LedgerModel): SeriesStore {
  return {
    lock: async (keys) =>
      keys.map((key) => model.series.get(seriesName(key)) ?? { ...key, number: 0, hash: null, validatedAt: null }),
    async update(series) {
      for (const each of series) model.series.set(seriesName(each), each);
    },
  };
}

function letteringStore(model: LedgerModel): LetteringStore {
  return {
    lock: async (subaccounts) =>
      subaccounts.map(
        ({ accountCode, auxiliaryCode }) =>
          model.letters.get(subaccountName({ accountCode, auxiliaryCode })) ?? {
            accountCode,
            auxiliaryCode,
            last: null,
          },
      ),
    async update(series) {
      for (const each of series) model.letters.set(subaccountName(each), each);
    },
    lines: async (ids) => letterables(model).filter(({ id }) => ids.includes(id)),
    ofEntries: async (ids) =>
      letterables(model)
        .filter(
          ({ entryId, lettering, fecLettering }) =>
            ids.includes(entryId) && (lettering.groupId !== null || fecLettering),
        )
        .map(({ id: lineId, lettering, fecLettering }) => ({ lineId, lettering, fecLettering })),
    groups: async (ids) => letterables(model).filter((line) => ids.some((id) => line.lettering.groupId === id)),
    unlettered: async (subaccounts) => unletteredIn(model, subaccounts),
    unletteredBalances: async (subaccounts) =>
      subaccounts.map((each) => {
        const lines = unletteredIn(model, [each]);
        return { balanceCents: balanceOf(lines), linesCount: lines.length };
      }),
    async set(letterings, at) {
      for (const { lineId, lettering, fecLettering } of letterings) {
        model.letterings.set(lineId, lettering);
        if (fecLettering) model.filed.set(lineId, fecLettering);
      }
      const changed = new Set(letterings.map(({ lineId }) => lineId));
      model.sealed = model.sealed.map((entry) =>
        entry.lines.some(({ id }) => changed.has(id)) ? { ...entry, updatedAt: at ?? entry.updatedAt } : entry,
      );
    },
  };
}

function periodStore(model: LedgerModel): PeriodStore {
  return {
    list: async () => model.closed,
    async insert(period) {
      model.closed.push(period);
      for (const { validatedAt: _, hash, ...series } of model.series.values())
        if (hash !== null) model.heads.push({ ...series, hash, period: period.period });
    },
  };
}

function balanceStore(model: LedgerModel): BalanceStore {
  return {
    movements: async (range) =>
      linesBySubaccount(model, range).map((own) => ({ ...namedSubaccount(own), ...totals(own) })),
    balances: async (range) =>
      linesBySubaccount(model, range).map((own) => ({ ...namedSubaccount(own), balanceCents: balanceOf(own) })),
    societies: async (range) => [...new Set(entriesIn(model, range).map(({ societyCode }) => societyCode))].sort(),
    lines: async (range) => accountLines(model, range),
    balance: async (range) => balanceOf(accountLines(model, range)),
    page: async (range, after, limit) => linesWithCursor(model, range, after).slice(0, limit),
    turnover: async (range) => totals(linesWithCursor(model, range, null)),
  };
}

function linesBySubaccount(model: LedgerModel, range: Range): readonly [Line, ...Line[]][] {
  const lines = Map.groupBy(
    entriesIn(model, range).flatMap((entry) => entry.lines),
    subaccountName,
  );
  return [...lines].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, own]) => own as [Line, ...Line[]]);
}

const namedSubaccount = ([{ accountCode, accountName, auxiliaryCode, auxiliaryName }]: readonly [Line, ...Line[]]) => ({
  accountCode,
  accountName,
  auxiliaryCode,
  auxiliaryName,
});

const balanceOf = (lines: readonly Pick<Line, "debitCents" | "creditCents">[]): Cents =>
  sum(lines.map(({ debitCents, creditCents }) => minus(debitCents, creditCents)));

function fileStore(model: LedgerModel): FileStore {
  return {
    async *lines(query) {
      yield fileLines(model, query);
    },
    async *linesByDay(year) {
      yield linesByDay(model, year);
    },
  };
}

function inspection(model: LedgerModel): LedgerInspection {
  return {
    series: async () => [...model.series.values()],
    entries: async (series, after, limit) =>
      model.sealed
        .filter((entry) => seriesName(entry) === seriesName(series) && entry.number > after)
        .sort((one, other) => one.number - other.number)
        .slice(0, limit)
        .map((entry) => ({ ...entry, rowsAgree: true })),
    heads: async () => model.heads,
    months: async () =>
      [
        ...Map.groupBy(model.sealed, (entry) => `${monthOf(entry.accountingDate)} ${seriesName(entry)}`).values(),
      ].flatMap(monthIn),
    amountFaults: async () => [],
    openings: async () => model.sealed.filter(({ carriesForward }) => carriesForward),
    letteringFaults: async () => [],
    letterSeriesFaults: async () => [],
    accountFaults: async () => [],
    orphanLines: async () => [],
    sourceFaults: async () => [],
  };
}

function monthIn(own: readonly SealedEntry[]): readonly MonthIntegrityRow[] {
  const [entry] = own;
  if (!entry) return [];
  return [
    {
      period: monthOf(entry.accountingDate),
      societyCode: entry.societyCode,
      journal: entry.journal,
      entries: own.length,
      posted: own.filter(({ status }) => status === "posted").length,
      lastValidatedAt: own.reduce(
        (last, { validatedAt }) => (validatedAt > last ? validatedAt : last),
        entry.validatedAt,
      ),
      firstUpdatedAt: own.reduce((first, { updatedAt }) => (updatedAt < first ? updatedAt : first), entry.updatedAt),
    },
  ];
}

const isEnteredOpening = (entry: SealedEntry, societyCode: string): boolean =>
  entry.sourceType === OPENING && !entry.carriesForward && entry.societyCode === societyCode;

const reversalIn = (model: LedgerModel, { id }: SealedEntry): SealedEntry | undefined =>
  model.sealed.find(({ reversalOfId }) => reversalOfId === id);

const letteringIn = (model: LedgerModel, line: Line): Lettering => model.letterings.get(line.id) ?? NO_LETTERING;

const letterable = (model: LedgerModel, entry: SealedEntry, line: Line): LetterableLine => ({
  ...line,
  entryId: entry.id,
  societyCode: entry.societyCode,
  accountingDate: entry.accountingDate,
  validatedAt: entry.validatedAt,
  lettering: letteringIn(model, line),
  fecLettering: model.filed.get(line.id) ?? null,
});

const letterables = (model: LedgerModel): readonly LetterableLine[] =>
  model.sealed.flatMap((entry) => entry.lines.map((line) => letterable(model, entry, line)));

function unletteredIn(model: LedgerModel, subaccounts: readonly Subaccount[]): readonly LetterableLine[] {
  const names = new Set(subaccounts.map(subaccountName));
  return model.sealed
    .filter(({ carriesForward }) => !carriesForward)
    .flatMap((entry) => entry.lines.map((line) => ({ entry, line })))
    .filter(({ line }) => letteringIn(model, line).status === "none" && names.has(subaccountName(line)))
    .sort(
      (one, other) =>
        compare(one.entry.validatedAt, other.entry.validatedAt) ||
        compare(one.entry.reference, other.entry.reference) ||
        one.line.lineNumber - other.line.lineNumber ||
        compare(one.entry.id, other.entry.id),
    )
    .map(({ entry, line }) => letterable(model, entry, line));
}

function requireNewSource(model: LedgerModel, { sourceType, sourceId, sourceSeq }: Draft | SealedEntry): void {
  const same = (other: Draft | SealedEntry) =>
    other.sourceType === sourceType && other.sourceId === sourceId && other.sourceSeq === sourceSeq;
  if (sourceId !== null && [...model.drafts.values(), ...model.sealed].some(same))
    throw conflict("duplicate_source", "That source made an entry already");
}

const entriesIn = (model: LedgerModel, range: Range): readonly SealedEntry[] =>
  model.sealed.filter(
    (entry) =>
      (range.from === null || entry.accountingDate >= range.from) &&
      (range.to === null || entry.accountingDate <= range.to) &&
      (range.societyCode === undefined || entry.societyCode === range.societyCode) &&
      (!entry.carriesForward || range.from === entry.accountingDate),
  );

const accountLines = (model: LedgerModel, range: AccountRange): readonly AccountLine[] =>
  linesOn(entriesIn(model, range), range).map(([entry, line]) => accountLine(model, entry, line));

/** Excludes carried-forward lines, which the opening balance contains. */
function linesWithCursor(model: LedgerModel, range: AccountRange, after: LineCursor | null): readonly LineWithCursor[] {
  const moved = entriesIn(model, range).filter(({ carriesForward }) => !carriesForward);
  const lines = linesOn(moved, range).map(([entry, line]) => ({
    ...accountLine(model, entry, line),
    societyCode: entry.societyCode,
    number: entry.number,
    validatedAt: entry.validatedAt,
    lineNumber: line.lineNumber,
  }));
  const at = after
    ? lines.findIndex((line) => line.entryId === after.entryId && line.lineNumber === after.lineNumber)
    : -1;
  return lines.slice(at + 1);
}

const linesOn = (
  entries: readonly SealedEntry[],
  { accountCode, auxiliaryCode }: AccountRange,
): readonly (readonly [SealedEntry, Line])[] =>
  entries
    .flatMap((entry) => entry.lines.map((line) => [entry, line] as const))
    .filter(([, line]) => line.accountCode === accountCode)
    .filter(([, line]) => auxiliaryCode === null || line.auxiliaryCode === auxiliaryCode)
    .sort(([one], [other]) => compare(one.accountingDate, other.accountingDate));

const accountLine = (model: LedgerModel, entry: SealedEntry, line: Line): AccountLine => ({
  entryId: entry.id,
  date: entry.accountingDate,
  journal: entry.journal,
  reference: entry.reference,
  auxiliaryCode: line.auxiliaryCode,
  label: line.label,
  debitCents: line.debitCents,
  creditCents: line.creditCents,
  letteringCode: letteringIn(model, line).code,
});

const totals = (lines: readonly Pick<Line, "debitCents" | "creditCents">[]) => ({
  debitCents: sum(lines.map(({ debitCents }) => debitCents)),
  creditCents: sum(lines.map(({ creditCents }) => creditCents)),
});

function fileLines(model: LedgerModel, { societyCode, year, journals }: FileQuery): readonly FileLine[] {
  const isOpening = (entry: SealedEntry) =>
    entry.sourceType === OPENING && entry.accountingDate.endsWith("-01-01") ? 0 : 1;
  return model.sealed
    .filter((entry) => entry.societyCode === societyCode && entry.year === year)
    .sort(
      (one, other) =>
        isOpening(one) - isOpening(other) ||
        compare(one.validatedAt, other.validatedAt) ||
        journals.indexOf(one.journal) - journals.indexOf(other.journal) ||
        one.number - other.number,
    )
    .flatMap((entry) => linesInFile(model, entry));
}

function linesByDay(model: LedgerModel, year: number | null): readonly FileLine[] {
  const rank = ({ sourceType }: SealedEntry) => (sourceType === OPENING ? 0 : 1);
  return model.sealed
    .filter((entry) => year === null || entry.year === year)
    .sort(
      (one, other) =>
        compare(one.accountingDate, other.accountingDate) || rank(one) - rank(other) || compare(one.id, other.id),
    )
    .flatMap((entry) => linesInFile(model, entry));
}

const linesInFile = (model: LedgerModel, entry: SealedEntry): readonly FileLine[] =>
  entry.lines.map((line) => ({
    ...line,
    societyCode: entry.societyCode,
    journal: entry.journal,
    reference: entry.reference,
    accountingDate: entry.accountingDate,
    documentDate: entry.documentDate,
    documentReference: entry.documentReference,
    validatedAt: entry.validatedAt,
    carriesForward: entry.carriesForward,
    ...lettersInFile(model, line),
  }));

function lettersInFile(model: LedgerModel, line: Line): Pick<FileLine, "letteringCode" | "letteringDay"> {
  const lettering = letteringIn(model, line);
  const { code, day } = model.filed.get(line.id) ?? (lettering.inOneFile ? lettering : NO_LETTERING);
  return { letteringCode: code, letteringDay: day };
}

/** Supports what the core itself needs: comparison of one field. Databases implement the rest. */
function matches({ fields: [field], predicate, values }: Condition<EntryField>, entry: object): boolean {
  const value = String((entry as Record<string, unknown>)[field]);
  const [first = ""] = values.map(String);
  if (predicate === "gteq") return value >= first;
  return predicate === "lteq" ? value <= first : values.includes(value);
}

export const seriesName = ({ societyCode, journal, year }: SeriesKey): string => `${societyCode} ${journal} ${year}`;
export const subaccountName = ({ accountCode, auxiliaryCode }: Subaccount): string =>
  `${accountCode} ${auxiliaryCode ?? ""}`;
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
