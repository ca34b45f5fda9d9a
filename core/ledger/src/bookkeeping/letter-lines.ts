import { type Instant, type NewId, orNotFound } from "@cartulary/kernel";
import type { Subaccount } from "../accounts/account.ts";
import type { ValidatedPlan } from "../accounts/ledger-plan.ts";
import type { Cents } from "../accounts/money.ts";
import type { Book, Line, LineId, SealedEntry } from "../entries/entry.ts";
import {
  balancedRuns,
  type LetterableLine,
  type LetteringId,
  type LetterSeries,
  type LineLettering,
  letter,
  letterableLine,
  NO_LETTERING,
  passedThroughZero,
  subaccountKey,
  withLettering,
} from "../lettering/lettering.ts";
import type { LedgerStores } from "../stores/ports.ts";
import { type Dependencies, lockBookShared } from "./dependencies.ts";

/**
 * Lines of one subaccount to group. They get letters when they sum to zero. Otherwise they are rejected, or with
 * `partial` form a group without letters until more lines complete it.
 */
export interface LetteringInput {
  readonly lineIds: readonly LineId[];
  readonly partial?: boolean;
}

/** {@link Ledger.letter} */
export async function letterLines(
  stores: LedgerStores,
  dependencies: Dependencies,
  input: LetteringInput,
): Promise<LetteringId> {
  const [groupId] = await letterAll(stores, dependencies, [input]);
  return orNotFound(groupId);
}

/** {@link Ledger.letterAll}, in a constant number of statements. Inputs are processed in order. */
export async function letterAll(
  stores: LedgerStores,
  { clock, newId }: Pick<Dependencies, "clock" | "newId">,
  inputs: readonly LetteringInput[],
): Promise<readonly LetteringId[]> {
  if (inputs.length === 0) return [];
  const book = await lockBookShared(stores);
  const { lines, groupmates, series } = await letterable(stores, inputs);
  const set = new Map<LineId, LineLettering>();
  const groupIds = inputs.map(({ lineIds, partial = false }) => {
    const own = [...new Set(lineIds)].map((id) => orNotFound(lines.get(id)));
    const key = subaccountKey(orNotFound(own[0]));
    const mates = [...new Set(own.map((line) => line.lettering.groupId))].flatMap((id) => groupmates.get(id) ?? []);
    const groupId = newId<"Lettering">();
    const lettered = letter(own, mates, { series: orNotFound(series.get(key)), groupId, partial, book });
    const after = own.map((line) => ({ ...line, ...withLettering(line, lettered.lettering, book) }));
    for (const { lineId, lettering, fecLettering: filed } of after)
      set.set(lineId, { lineId, lettering, fecLettering: filed });
    // The next input sees the result of this one.
    for (const line of after) lines.set(line.id, line);
    groupmates.set(groupId, after);
    series.set(key, lettered.series);
    return groupId;
  });
  await stores.letterings.set([...set.values()], clock.now());
  await stores.letterings.update([...series.values()]);
  return groupIds;
}

/** Lines to letter and their state, locked. */
interface Letterable {
  readonly lines: Map<LineId, LetterableLine>;
  /** All lines of the partial groups that some of the lines belong to. */
  readonly groupmates: Map<LetteringId | null, readonly LetterableLine[]>;
  /** The letter series by subaccount. */
  readonly series: Map<string, LetterSeries>;
}

async function letterable({ letterings }: LedgerStores, inputs: readonly LetteringInput[]): Promise<Letterable> {
  const wanted = new Set(inputs.flatMap(({ lineIds }) => lineIds));
  const named = await letterings.lines([...wanted]);
  const subaccounts = new Map<string, Subaccount>(named.map((line) => [subaccountKey(line), line]));
  const series = await letterings.lock([...subaccounts.values()]);
  // Read again under the lock, because a concurrent transaction may have lettered them.
  const lines = await letterings.lines([...wanted]);
  const groups = new Set(lines.flatMap(({ lettering }) => (lettering.status === "partial" ? lettering.groupId : [])));
  const groupmates = groups.size === 0 ? [] : await letterings.groups([...groups]);
  return {
    lines: new Map(lines.map((line) => [line.id, line])),
    groupmates: Map.groupBy(groupmates, ({ lettering: { groupId } }) => groupId),
    series: new Map(series.map((each) => [subaccountKey(each), each])),
  };
}

/** {@link Ledger.unletter} */
export async function unletter(
  stores: LedgerStores,
  { clock }: Pick<Dependencies, "clock">,
  groups: readonly LetteringId[],
): Promise<void> {
  if (groups.length === 0) return;
  const book = await lockBookShared(stores);
  const known = await stores.letterings.groups(groups);
  const subaccounts = new Map<string, Subaccount>(known.map((line) => [subaccountKey(line), line]));
  await stores.letterings.lock([...subaccounts.values()]);
  await dissolve(stores, { book, now: clock.now() }, groups);
}

/** Removes all lines from these groups. Their letter series must be locked. */
export async function dissolve(
  { letterings }: Pick<LedgerStores, "letterings">,
  { book, now }: Pick<AtZero, "book" | "now">,
  groups: readonly LetteringId[],
): Promise<void> {
  if (groups.length === 0) return;
  const lines = await letterings.groups(groups);
  await letterings.set(
    lines.map((line) => withLettering(line, NO_LETTERING, book)),
    now,
  );
}

/** {@link Ledger.lockedBalances} */
export async function lockedBalances(
  { letterings }: Pick<LedgerStores, "letterings">,
  { plan }: Pick<Dependencies, "plan">,
  subaccounts: readonly Subaccount[],
): Promise<readonly Cents[]> {
  const other = subaccounts.find(({ accountCode }) => plan.accountsByCode.get(accountCode)?.lettering !== "at_zero");
  if (other) throw new TypeError(`Posting on ${other.accountCode} waits for no letters: its balance cannot be locked`);
  await letterings.lock(subaccounts);
  // Lettered lines sum to zero, so the unlettered balance is the whole balance.
  return (await letterings.unletteredBalances(subaccounts)).map(({ balanceCents }) => balanceCents);
}

/** Lines to letter, with the letter series of their subaccount. */
export interface LetteringGroup {
  readonly series: LetterSeries;
  readonly lines: readonly LetterableLine[];
}

/** The new lettering of lines, and the advanced letter series. */
export interface LetteringResults {
  readonly lines: readonly LineLettering[];
  readonly series: readonly LetterSeries[];
}

/** Computes letters for each run. Runs must sum to zero unless `partial`. Writes nothing. */
export function letterRunsOf(
  { newId, book, partial = false }: Pick<AtZero, "newId" | "book"> & Pick<LetteringInput, "partial">,
  runs: readonly LetteringGroup[],
): LetteringResults {
  const last = new Map<string, LetterSeries>();
  const set: LineLettering[] = [];
  for (const { series, lines } of runs) {
    const key = subaccountKey(series);
    const lettered = letter(lines, [], {
      series: last.get(key) ?? series,
      ...{ groupId: newId<"Lettering">(), partial, book },
    });
    last.set(key, lettered.series);
    for (const line of lines) set.push(withLettering(line, lettered.lettering, book));
  }
  return { lines: set, series: [...last.values()] };
}

/** A group of existing and newly posted lines; partial when it does not sum to zero. */
export interface PostedGroup {
  /** Existing lines. */
  readonly lineIds: readonly LineId[];
  /** Newly posted lines, at least one. */
  readonly posted: readonly PostedLine[];
}

/** A line of an entry of the same call, by the indices of entry and line. */
interface PostedLine {
  readonly entry: number;
  readonly line: number;
}

/** Lettering of groups, and the indices of groups left unlettered because one of their lines is in another group. */
interface LetteredGroups extends LetteringResults {
  readonly left: readonly number[];
}

/** Computes letters for groups of existing lines and lines about to be inserted. Locks the letter series. */
export async function letterGroups(
  { letterings }: LedgerStores,
  context: Pick<AtZero, "newId" | "book">,
  { entries, groups }: { readonly entries: readonly SealedEntry[]; readonly groups: readonly PostedGroup[] },
): Promise<LetteredGroups> {
  if (groups.length === 0) return { lines: [], series: [], left: [] };
  const posted = groups.map((group) => group.posted.map((line) => postedLine(entries, line)));
  const subaccounts = new Map<string, Subaccount>(posted.flat().map((line) => [subaccountKey(line), line]));
  const locked = await letterings.lock([...subaccounts.values()]);
  const series = new Map(locked.map((each) => [subaccountKey(each), each]));
  const found = await letterings.lines([...new Set(groups.flatMap(({ lineIds }) => lineIds))]);
  const existing = new Map(found.map((line) => [line.id, line]));
  const runs = groups.map(({ lineIds }, index): LetteringGroup => {
    const [first, ...rest] = orNotFound(posted[index]);
    const lines = [...lineIds.map((id) => orNotFound(existing.get(id))), orNotFound(first), ...rest];
    return { series: orNotFound(series.get(subaccountKey(orNotFound(first)))), lines };
  });
  const isFree = ({ lines }: LetteringGroup) => lines.every(({ lettering }) => lettering.status === "none");
  return {
    ...letterRunsOf({ ...context, partial: true }, runs.filter(isFree)),
    left: runs.flatMap((run, index) => (isFree(run) ? [] : [index])),
  };
}

function postedLine(entries: readonly SealedEntry[], { entry, line }: PostedLine): LetterableLine {
  const own = orNotFound(entries[entry]);
  return letterableLine(own, orNotFound(own.lines[line]));
}

/** Context of automatic lettering. */
interface AtZero {
  readonly book: Book;
  readonly plan: ValidatedPlan;
  readonly newId: NewId;
  readonly now: Instant;
}

/** A line added to a subaccount. */
interface Added extends Pick<Line, "id" | "lineNumber" | "debitCents" | "creditCents"> {
  readonly entry: AddedEntry;
}

/** The fields of its entry that lettering needs; the entry itself would keep all its lines in memory. */
type AddedEntry = Pick<SealedEntry, "id" | "societyCode" | "accountingDate" | "validatedAt" | "reference">;

/** Lines added to subaccounts with automatic lettering, by {@link subaccountKey}. */
export type AddedBySubaccount = Map<string, { readonly subaccount: Subaccount; readonly lines: Added[] }>;

/** Adds the lines of more entries. */
export function addAll(
  added: AddedBySubaccount,
  { accountsByCode }: ValidatedPlan,
  entries: readonly SealedEntry[],
): void {
  for (const { lines, id, societyCode, accountingDate, validatedAt, reference } of entries) {
    const entry = { id, societyCode, accountingDate, validatedAt, reference };
    for (const line of lines) {
      const { accountCode, auxiliaryCode, lineNumber, debitCents, creditCents } = line;
      const isAutomatic = accountsByCode.get(accountCode)?.lettering === "at_zero";
      if (!isAutomatic) continue;
      const subaccount = { accountCode, auxiliaryCode };
      const key = subaccountKey(subaccount);
      const group = added.get(key) ?? { subaccount, lines: [] };
      group.lines.push({ entry, id: line.id, lineNumber, debitCents, creditCents });
      added.set(key, group);
    }
  }
}

/** Letters the automatic subaccounts whose balance is zero again after new entries. */
export async function letterAtZero(
  stores: LedgerStores,
  context: AtZero,
  entries: readonly SealedEntry[],
): Promise<void> {
  for (const some of await lockedPortions(stores, addedBy(context, entries))) {
    const zeroed = await passedZero(stores, some);
    await letterRuns(
      stores,
      context,
      zeroed.map(({ series }) => series),
    );
  }
}

/**
 * Letters subaccounts to which lines were added in this transaction at `context.now`. Where all unlettered lines are
 * the added ones, it neither reads them again nor updates their entries' timestamps.
 */
export async function letterAddedAtZero(
  stores: LedgerStores,
  context: AtZero,
  added: AddedBySubaccount,
): Promise<void> {
  for (const some of await lockedPortions(stores, added)) {
    const zeroed = await passedZero(stores, some);
    const complete = zeroed.filter(({ isAll }) => isAll);
    await giveLetters(stores, context, complete.map(linesAdded), null);
    await letterRuns(
      stores,
      context,
      zeroed.flatMap(({ series, isAll }) => (isAll ? [] : [series])),
    );
  }
}

/** Returns the subaccounts whose balance passed through zero, with the added lines in order. */
async function passedZero({ letterings }: LedgerStores, added: readonly AddedTo[]): Promise<readonly CameBack[]> {
  const found = await letterings.unletteredBalances(added.map(({ series }) => series));
  return added.flatMap((each, index) => {
    const { balanceCents, linesCount } = orNotFound(found[index]);
    const lines = each.lines.toSorted(byOrder);
    return passedThroughZero(balanceCents, lines) ? [{ ...each, lines, isAll: linesCount === lines.length }] : [];
  });
}

function linesAdded({ series, lines }: AddedTo): LetteringGroup {
  return { series, lines: lines.map(({ entry, ...line }) => letterableLine(entry, { ...line, ...series })) };
}

/** Letters the remaining lines of subaccounts after reversals, since the rest may sum to zero at any point. */
export async function letterRemainder(
  stores: LedgerStores,
  context: AtZero,
  reversals: readonly SealedEntry[],
): Promise<void> {
  await letterRemainderOf(stores, context, addedBy(context, reversals));
}

/** As {@link letterRemainder}, for lines collected from any number of entries. */
export async function letterRemainderOf(
  stores: LedgerStores,
  context: AtZero,
  added: AddedBySubaccount,
): Promise<void> {
  for (const some of await lockedPortions(stores, added))
    await letterRuns(
      stores,
      context,
      some.map(({ series }) => series),
    );
}

function addedBy({ plan }: AtZero, entries: readonly SealedEntry[]): AddedBySubaccount {
  const added: AddedBySubaccount = new Map();
  addAll(added, plan, entries);
  return added;
}

/** Number of added lines whose subaccounts are processed together. */
const LINES_TOGETHER = 500;

/** A subaccount's letter series, with the lines added to it. */
interface AddedTo {
  readonly series: LetterSeries;
  readonly lines: readonly Added[];
}

/** A subaccount that passed through zero. */
interface CameBack extends AddedTo {
  /** True when all its unlettered lines are the added ones. */
  readonly isAll: boolean;
}

/** Locks all subaccounts in the common order, then returns them in portions of about {@link LINES_TOGETHER} lines. */
async function lockedPortions(
  { letterings }: LedgerStores,
  added: AddedBySubaccount,
): Promise<readonly (readonly AddedTo[])[]> {
  const all = [...added.values()];
  const series = await letterings.lock(all.map(({ subaccount }) => subaccount));
  const portions: AddedTo[][] = [];
  let count = LINES_TOGETHER;
  for (const [index, { lines }] of all.entries()) {
    if (count >= LINES_TOGETHER) {
      portions.push([]);
      count = 0;
    }
    count += lines.length;
    portions.at(-1)?.push({ series: orNotFound(series[index]), lines });
  }
  return portions;
}

/** Letters the unlettered lines up to the last point where they sum to zero. The series must be locked. */
async function letterRuns(stores: LedgerStores, context: AtZero, series: readonly LetterSeries[]): Promise<void> {
  if (series.length === 0) return;
  const unlettered = Map.groupBy(await stores.letterings.unlettered(series), subaccountKey);
  const all = series.map((each) => ({ series: each, lines: unlettered.get(subaccountKey(each)) ?? [] }));
  await giveLetters(stores, context, all, context.now);
}

/** Letters each balanced run of the unlettered lines. */
async function giveLetters(
  { letterings }: LedgerStores,
  context: AtZero,
  unlettered: readonly LetteringGroup[],
  at: Instant | null,
): Promise<void> {
  const runs = unlettered.flatMap(({ series, lines }) => balancedRuns(lines).map((run) => ({ series, lines: run })));
  if (runs.length === 0) return;
  const lettered = letterRunsOf(context, runs);
  await letterings.set(lettered.lines, at);
  await letterings.update(lettered.series);
}

/** Order of unlettered lines. */
const byOrder = (one: Added, other: Added): number =>
  compared(one.entry.validatedAt, other.entry.validatedAt) ||
  compared(one.entry.reference, other.entry.reference) ||
  one.lineNumber - other.lineNumber ||
  compared(one.entry.id, other.entry.id);

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
