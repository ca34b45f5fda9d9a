import {
  type Caller,
  type FieldError,
  type Instant,
  invalid,
  isStorable,
  type Month,
  monthOf,
  refused,
  requireSound,
} from "@cartulary/kernel";
import type { Account, Auxiliary } from "../accounts/account.ts";
import { type Series, yearOf } from "../accounts/journal.ts";
import { ZERO } from "../accounts/money.ts";
import type { Book, EntryContent, EntryId, Line, SealedEntry } from "../entries/entry.ts";
import { entryErrors, type NewEntry, type NewLine } from "../entries/entry-input.ts";
import { isClosed } from "../entries/period.ts";
import { seal } from "../entries/sealing.ts";
import type { LedgerStores } from "../stores/ports.ts";
import { type Dependencies, lockedBook } from "./dependencies.ts";
import { type LetteredRuns, letterAtZero, letteredGroups, type PostedGroup } from "./letterings.ts";

/** Entries that one call posts; more are several calls. */
export const POST_ENTRIES_MAX = 1000;

/** Judges entries, then seals and writes them: {@link Ledger.post}. */
export async function post(
  stores: LedgerStores,
  dependencies: Dependencies,
  caller: Caller,
  entries: readonly NewEntry[],
): Promise<readonly SealedEntry[]> {
  const judged = await judgedTogether(stores, dependencies, entries);
  return sealed(stores, dependencies, { ...judged, caller });
}

/** Entries to be posted, and what of them is lettered from the start with lines that there are. */
export interface LetteredPosting {
  readonly entries: readonly NewEntry[];
  readonly groups: readonly PostedGroup[];
}

/** What was posted, and which groups, by their places, are left without letters: a line of theirs has some already. */
export interface PostedLettered {
  readonly entries: readonly SealedEntry[];
  readonly left: readonly number[];
}

/** {@link Ledger.postLettered} */
export async function postLettered(
  stores: LedgerStores,
  dependencies: Dependencies,
  caller: Caller,
  { entries, groups }: LetteredPosting,
): Promise<PostedLettered> {
  const { plan, newId } = dependencies;
  const judged = await judgedTogether(stores, dependencies, entries);
  const made = await numbered(stores, dependencies, { ...judged, caller });
  const { book } = judged;
  const { left, ...lettered } = await letteredGroups(stores, { book, newId }, { entries: made.entries, groups });
  await insertLettered(stores, made, lettered);
  await letterAtZero(stores, { book, plan, newId, now: made.now }, made.entries);
  return { entries: made.entries, left };
}

/** The same, but that nothing gets letters by it: whoever posts on looks after those when all is posted. */
export async function postUnlettered(
  stores: LedgerStores,
  dependencies: Dependencies,
  caller: Caller,
  entries: readonly NewEntry[],
): Promise<readonly SealedEntry[]> {
  const judged = await judgedTogether(stores, dependencies, entries);
  return insertSealed(stores, await numbered(stores, dependencies, { ...judged, caller }));
}

async function judgedTogether(stores: LedgerStores, dependencies: Dependencies, entries: readonly NewEntry[]) {
  if (entries.length > POST_ENTRIES_MAX)
    throw invalid({ field: "entries", code: "too_long", message: `are more than ${POST_ENTRIES_MAX}` });
  const book = await lockedBook(stores);
  return { book, contents: await written(stores, dependencies, entries, (index) => `entries[${index}].`) };
}

/** What entries say once everything they name was found. Refuses all that is wrong at once, each under `prefix`. */
export async function written(
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
  requireSound(errors);
  const missing = plan.chart.filter(({ code }) => !named.accounts.has(code));
  if (missing.length > 0)
    await stores.accounts.insertMissing(missing.map(({ code, name }) => ({ id: newId<"Account">(), code, name })));
  const now = clock.now();
  return entries.map((entry) => contentOf(entry, named, { plan, now, newId }));
}

/** What sealing needs to know beside the entries. */
interface Sealing {
  readonly book: Book;
  readonly caller: Caller;
  readonly contents: readonly EntryContent[];
  /** Each takes back the entry that it names as its source. */
  readonly takesBack?: boolean;
  readonly carriesForward?: boolean;
}

/** Numbers and writes entries in the order given, and letters the subaccounts that come back to zero by them. */
export async function sealed(
  stores: LedgerStores,
  dependencies: Dependencies,
  sealing: Sealing,
): Promise<readonly SealedEntry[]> {
  const { plan, newId } = dependencies;
  const made = await numbered(stores, dependencies, sealing);
  const entries = await insertSealed(stores, made);
  if (!sealing.carriesForward) await letterAtZero(stores, { book: sealing.book, plan, newId, now: made.now }, entries);
  return entries;
}

/** Entries with their numbers, before they are written. */
export interface Numbered {
  readonly entries: readonly SealedEntry[];
  /** As far as they have come by them. */
  readonly series: readonly Series[];
  readonly now: Instant;
}

/** Writes entries, and how far their series have come. */
async function insertSealed(stores: LedgerStores, { entries, series }: Numbered): Promise<readonly SealedEntry[]> {
  await stores.entries.insert(entries);
  await stores.series.update(series);
  return entries;
}

/** The same, and letters: lines that are new have them from the start. */
export async function insertLettered(stores: LedgerStores, made: Numbered, lettered: LetteredRuns): Promise<void> {
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

/** Numbers entries in the order given. Their series are locked; nothing is written yet. */
export async function numbered(
  stores: LedgerStores,
  { plan, clock, digests }: Dependencies,
  { book, caller, contents, takesBack = false, carriesForward }: Sealing,
): Promise<Numbered> {
  for (const { accountingDate } of contents) requireOpen(book, monthOf(accountingDate));
  if (!carriesForward) await requireBegun(stores, contents);
  const keys = new Map(contents.map((content) => [seriesName(content), seriesKey(content)]));
  const locked = await stores.series.lock([...keys.values()]);
  const series = new Map([...keys.keys()].map((name, index) => [name, locked[index] as Series]));
  const now = clock.now();
  const entries = contents.map((content) => {
    const name = seriesName(content);
    const journal = plan.journalsByCode.get(content.journal);
    const before = series.get(name);
    if (!journal || !before) throw new TypeError(`An entry of no journal that there is: ${content.journal}`);
    const next = seal(content, before, {
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

/** Refuses with 422 `period_closed` a month that takes no entry any more. */
export function requireOpen(book: Book, month: Month): void {
  if (isClosed(book, month)) throw refused("period_closed", `${month} is closed`);
}

/** Refuses with 422 `before_opening` what is dated before the opening balances that a society's book begins with. */
export async function requireBegun(
  { entries }: Pick<LedgerStores, "entries">,
  contents: readonly Pick<EntryContent, "societyCode" | "accountingDate">[],
): Promise<void> {
  for (const [societyCode, own] of Map.groupBy(contents, (content) => content.societyCode)) {
    const begun = await entries.openingDay(societyCode);
    if (begun !== null && own.some(({ accountingDate }) => accountingDate < begun))
      throw refused(
        "before_opening",
        `The book begins on ${begun} with its opening balances; nothing is dated earlier`,
      );
  }
}

/** What the entries name, by code. */
interface Named {
  readonly accounts: ReadonlyMap<string, Account>;
  readonly auxiliaries: ReadonlyMap<string, Auxiliary>;
}

async function namesOf({ accounts }: LedgerStores, entries: readonly NewEntry[]): Promise<Named> {
  const codes = new Set(entries.flatMap(({ lines }) => lines.flatMap(({ auxiliaryCode }) => auxiliaryCode ?? [])));
  // A code that cannot be kept is nobody's, and cannot be asked for either.
  const askable = [...codes].filter(isStorable);
  const [list, auxiliaries] = [await accounts.list(), await accounts.auxiliaries(askable)];
  return {
    accounts: new Map(list.map((account) => [account.code, account])),
    auxiliaries: new Map(auxiliaries.map((auxiliary) => [auxiliary.code, auxiliary])),
  };
}

function contentOf(
  { lines, ...entry }: NewEntry,
  named: Named,
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
  { accounts, auxiliaries }: Named,
  { accountsByCode }: Dependencies["plan"],
  newId: Dependencies["newId"],
): Line {
  return {
    id: newId<"Line">(),
    lineNumber,
    accountCode,
    accountName: (accounts.get(accountCode) ?? accountsByCode.get(accountCode))?.name ?? accountCode,
    auxiliaryCode,
    auxiliaryName: auxiliaryCode === null ? null : (auxiliaries.get(auxiliaryCode)?.name ?? null),
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
