import {
  type Caller,
  type FieldError,
  type Instant,
  invalid,
  isStorable,
  type Month,
  monthOf,
  throwIfInvalid,
  unprocessable,
} from "@cartulary/kernel";
import type { Account, Auxiliary } from "../accounts/account.ts";
import { type Series, yearOf } from "../accounts/journal.ts";
import { ZERO } from "../accounts/money.ts";
import type { Book, EntryContent, EntryId, Line, SealedEntry } from "../entries/entry.ts";
import { entryErrors, type NewEntry, type NewLine } from "../entries/entry-input.ts";
import { isClosed } from "../entries/period.ts";
import { sealEntry } from "../entries/seal-entry.ts";
import type { LedgerStores } from "../stores/ports.ts";
import { type Dependencies, lockBookShared } from "./dependencies.ts";
import { type LetteringResults, letterAtZero, letterGroups, type PostedGroup } from "./letter-lines.ts";

/** Maximum number of entries per call. */
export const POST_ENTRIES_MAX = 1000;

/** Validates, seals and writes entries: {@link Ledger.post}. */
export async function post(
  stores: LedgerStores,
  dependencies: Dependencies,
  caller: Caller,
  entries: readonly NewEntry[],
): Promise<readonly SealedEntry[]> {
  const posting = await preparePosting(stores, dependencies, entries);
  return sealAndInsert(stores, dependencies, { ...posting, caller });
}

/** Entries to post, and groups of their lines and existing lines to letter. */
export interface LetteredPosting {
  readonly entries: readonly NewEntry[];
  readonly groups: readonly PostedGroup[];
}

/** The posted entries, and the indices of groups left unlettered because a line is in another group. */
export interface PostedLettered {
  readonly entries: readonly SealedEntry[];
  readonly unletteredGroups: readonly number[];
}

/** {@link Ledger.postLettered} */
export async function postLettered(
  stores: LedgerStores,
  dependencies: Dependencies,
  caller: Caller,
  { entries, groups }: LetteredPosting,
): Promise<PostedLettered> {
  const { plan, newId } = dependencies;
  const posting = await preparePosting(stores, dependencies, entries);
  const made = await assignNumbers(stores, dependencies, { ...posting, caller });
  const { book } = posting;
  const { left, ...lettered } = await letterGroups(stores, { book, newId }, { entries: made.entries, groups });
  await insertLettered(stores, made, lettered);
  await letterAtZero(stores, { book, plan, newId, now: made.now }, made.entries);
  return { entries: made.entries, unletteredGroups: left };
}

/** Posts entries without lettering. The caller letters the accounts once all batches are posted. */
export async function postWithoutLettering(
  stores: LedgerStores,
  dependencies: Dependencies,
  caller: Caller,
  entries: readonly NewEntry[],
): Promise<readonly SealedEntry[]> {
  const posting = await preparePosting(stores, dependencies, entries);
  return insertSealed(stores, await assignNumbers(stores, dependencies, { ...posting, caller }));
}

async function preparePosting(stores: LedgerStores, dependencies: Dependencies, entries: readonly NewEntry[]) {
  if (entries.length > POST_ENTRIES_MAX)
    throw invalid({ field: "entries", code: "too_long", message: `are more than ${POST_ENTRIES_MAX}` });
  const book = await lockBookShared(stores);
  return { book, contents: await buildEntries(stores, dependencies, entries, (index) => `entries[${index}].`) };
}

/** Resolves and validates entries. Throws all field errors together, each with its `prefix`. */
export async function buildEntries(
  stores: LedgerStores,
  { plan, clock, newId }: Pick<Dependencies, "plan" | "clock" | "newId">,
  entries: readonly NewEntry[],
  prefix: (index: number) => string,
): Promise<readonly EntryContent[]> {
  const named = await namesOf(stores, entries);
  const errors = entries.flatMap((entry, index) =>
    entryErrors(entry, plan, named.auxiliaries).map(
      (error): FieldError => ({ ...error, field: `${prefix(index)}${error.field}` }),
    ),
  );
  throwIfInvalid(errors);
  const missing = plan.chart.filter(({ code }) => !named.accounts.has(code));
  if (missing.length > 0)
    await stores.accounts.insertMissing(missing.map(({ code, name }) => ({ id: newId<"Account">(), code, name })));
  const now = clock.now();
  return entries.map((entry) => contentOf(entry, named, { plan, now, newId }));
}

/** Input of sealing. */
interface Sealing {
  readonly book: Book;
  readonly caller: Caller;
  readonly contents: readonly EntryContent[];
  /** True when each entry reverses the entry that is its source. */
  readonly takesBack?: boolean;
  readonly carriesForward?: boolean;
}

/** Numbers and writes entries in order, and letters automatic subaccounts that return to zero. */
export async function sealAndInsert(
  stores: LedgerStores,
  dependencies: Dependencies,
  sealing: Sealing,
): Promise<readonly SealedEntry[]> {
  const { plan, newId } = dependencies;
  const made = await assignNumbers(stores, dependencies, sealing);
  const entries = await insertSealed(stores, made);
  if (!sealing.carriesForward) await letterAtZero(stores, { book: sealing.book, plan, newId, now: made.now }, entries);
  return entries;
}

/** Numbered entries, not yet written. */
export interface NumberedEntries {
  readonly entries: readonly SealedEntry[];
  /** The advanced series. */
  readonly series: readonly Series[];
  readonly now: Instant;
}

/** Writes entries and their series. */
async function insertSealed(
  stores: LedgerStores,
  { entries, series }: NumberedEntries,
): Promise<readonly SealedEntry[]> {
  await stores.entries.insert(entries);
  await stores.series.update(series);
  return entries;
}

/** Writes entries, series and lettering. New lines are inserted with their letters. */
export async function insertLettered(
  stores: LedgerStores,
  made: NumberedEntries,
  lettered: LetteringResults,
): Promise<void> {
  const { entries, series, now } = made;
  const isNew = new Set(entries.flatMap(({ lines }) => lines.map(({ id }) => id)));
  await stores.entries.insert(
    entries,
    lettered.lines.filter(({ lineId }) => isNew.has(lineId)),
  );
  await stores.series.update(series);
  await stores.letterings.set(
    lettered.lines.filter(({ lineId }) => !isNew.has(lineId)),
    now,
  );
  await stores.letterings.update(lettered.series);
}

/** Numbers entries in order and locks their series. Writes nothing. */
export async function assignNumbers(
  stores: LedgerStores,
  { plan, clock, digests }: Dependencies,
  { book, caller, contents, takesBack = false, carriesForward }: Sealing,
): Promise<NumberedEntries> {
  for (const { accountingDate } of contents) requireOpen(book, monthOf(accountingDate));
  if (!carriesForward) await requireAfterOpening(stores, contents);
  const keys = new Map(contents.map((content) => [seriesName(content), seriesKey(content)]));
  const locked = await stores.series.lock([...keys.values()]);
  const series = new Map([...keys.keys()].map((name, index) => [name, locked[index] as Series]));
  const now = clock.now();
  const entries = contents.map((content) => {
    const name = seriesName(content);
    const journal = plan.journalsByCode.get(content.journal);
    const before = series.get(name);
    if (!journal || !before) throw new TypeError(`Unknown journal of an entry: ${content.journal}`);
    const next = sealEntry(content, before, {
      bookId: book.id,
      journal,
      validatedBy: caller.userId,
      now,
      digests,
      ...(takesBack && { reversalOfId: content.sourceId as EntryId }),
      ...(carriesForward && { carriesForward }),
    });
    series.set(name, next.series);
    return next.entry;
  });
  return { entries, series: [...series.values()], now };
}

/** Throws 422 `period_closed` for a closed month. */
export function requireOpen(book: Book, month: Month): void {
  if (isClosed(book, month)) throw unprocessable("period_closed", `${month} is closed`);
}

/** Throws 422 `before_opening` for entries dated before the society's opening balances. */
export async function requireAfterOpening(
  { entries }: Pick<LedgerStores, "entries">,
  contents: readonly Pick<EntryContent, "societyCode" | "accountingDate">[],
): Promise<void> {
  for (const [societyCode, own] of Map.groupBy(contents, (content) => content.societyCode)) {
    const openingDay = await entries.openingDay(societyCode);
    if (openingDay !== null && own.some(({ accountingDate }) => accountingDate < openingDay))
      throw unprocessable("before_opening", `Entries must not be dated before the opening balances of ${openingDay}`);
  }
}

/** The accounts and auxiliaries of entries, by code. */
interface NamedAccounts {
  readonly accounts: ReadonlyMap<string, Account>;
  readonly auxiliaries: ReadonlyMap<string, Auxiliary>;
}

async function namesOf({ accounts }: LedgerStores, entries: readonly NewEntry[]): Promise<NamedAccounts> {
  const codes = new Set(entries.flatMap(({ lines }) => lines.flatMap(({ auxiliaryCode }) => auxiliaryCode ?? [])));
  // Codes with invalid characters cannot exist, and databases reject them in queries.
  const storable = [...codes].filter(isStorable);
  const [list, auxiliaries] = [await accounts.list(), await accounts.auxiliaries(storable)];
  return {
    accounts: new Map(list.map((account) => [account.code, account])),
    auxiliaries: new Map(auxiliaries.map((auxiliary) => [auxiliary.code, auxiliary])),
  };
}

function contentOf(
  { lines, ...entry }: NewEntry,
  named: NamedAccounts,
  { plan, now, newId }: Pick<Dependencies, "plan" | "newId"> & { readonly now: Instant },
): EntryContent {
  return {
    periodStart: null,
    periodEnd: null,
    sourceType: null,
    sourceId: null,
    sourceSeq: 0,
    ...entry,
    description: entry.description || null,
    id: newId<"Entry">(),
    entryDate: now,
    lines: lines.map((line, index) => lineOf(line, index + 1, named, plan, newId)),
  };
}

function lineOf(
  { accountCode, auxiliaryCode = null, label, debitCents = ZERO, creditCents = ZERO }: NewLine,
  lineNumber: number,
  { accounts, auxiliaries }: NamedAccounts,
  { accountsByCode }: Dependencies["plan"],
  newId: Dependencies["newId"],
): Line {
  return {
    id: newId<"Line">(),
    lineNumber,
    accountCode,
    accountName: (accounts.get(accountCode) ?? accountsByCode.get(accountCode))?.name ?? accountCode,
    auxiliaryCode,
    auxiliaryName: auxiliaries.get(auxiliaryCode ?? "")?.name ?? null,
    label,
    debitCents,
    creditCents,
  };
}

const seriesKey = ({ societyCode, journal, accountingDate }: EntryContent) => ({
  societyCode,
  journal,
  year: yearOf(accountingDate),
});

const seriesName = (content: EntryContent): string => JSON.stringify(Object.values(seriesKey(content)));
