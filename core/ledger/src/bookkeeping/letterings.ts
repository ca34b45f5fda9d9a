import { existing, type Instant, type NewId, notFound } from "@cartulary/kernel";
import type { Subaccount } from "../accounts/account.ts";
import type { Plan } from "../accounts/chart.ts";
import type { Cents } from "../accounts/money.ts";
import type { Book, Line, LineId, SealedEntry } from "../entries/entry.ts";
import {
  cameToZero,
  type LetterableLine,
  type LetteringId,
  type LetterSeries,
  type LineLettering,
  letter,
  letterableLine,
  relettered,
  subaccountKey,
  UNLETTERED,
  zeroRuns,
} from "../lettering/lettering.ts";
import type { LedgerStores } from "../stores/ports.ts";
import { type Dependencies, lockedBook } from "./dependencies.ts";

/**
 * Lines of one subaccount that clear each other. They get letters when they sum to zero; when they do not, they are
 * refused, or with `partial` kept together without letters until more lines complete them.
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
  return existing(groupId);
}

/** {@link Ledger.letterAll}, in a number of statements that does not grow with the groups; one after the other. */
export async function letterAll(
  stores: LedgerStores,
  { clock, newId }: Pick<Dependencies, "clock" | "newId">,
  inputs: readonly LetteringInput[],
): Promise<readonly LetteringId[]> {
  if (inputs.length === 0) return [];
  const book = await lockedBook(stores);
  const { lines, groupmates, series } = await letterable(stores, inputs);
  const set = new Map<LineId, LineLettering>();
  const groupIds = inputs.map(({ lineIds, partial = false }) => {
    const own = [...new Set(lineIds)].map((id) => existing(lines.get(id)));
    const key = subaccountKey(existing(own[0]));
    const mates = [...new Set(own.map((line) => line.lettering.groupId))].flatMap((id) => groupmates.get(id) ?? []);
    const groupId = newId<"Lettering">();
    const lettered = letter(own, mates, { series: existing(series.get(key)), groupId, partial, book });
    const after = own.map((line) => ({ ...line, ...relettered(line, lettered.lettering, book) }));
    for (const { lineId, lettering, filed } of after) set.set(lineId, { lineId, lettering, filed });
    // The next input finds them as this one leaves them.
    for (const line of after) lines.set(line.id, line);
    groupmates.set(groupId, after);
    series.set(key, lettered.series);
    return groupId;
  });
  await stores.letterings.set([...set.values()], clock.now());
  await stores.letterings.update([...series.values()]);
  return groupIds;
}

/** What lines are to be lettered of, under lock. */
interface Letterable {
  readonly lines: Map<LineId, LetterableLine>;
  /** All lines of the groups without letters that some of them are in. */
  readonly groupmates: Map<LetteringId | null, readonly LetterableLine[]>;
  /** By subaccount, as far as its letters have come. */
  readonly series: Map<string, LetterSeries>;
}

async function letterable({ letterings }: LedgerStores, inputs: readonly LetteringInput[]): Promise<Letterable> {
  const wanted = new Set(inputs.flatMap(({ lineIds }) => lineIds));
  const named = await letterings.lines([...wanted]);
  if (named.length < wanted.size) throw notFound();
  const subaccounts = new Map<string, Subaccount>(named.map((line) => [subaccountKey(line), line]));
  const series = await letterings.lock([...subaccounts.values()]);
  // Read again under the lock: somebody may have lettered them meanwhile.
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
  const book = await lockedBook(stores);
  const known = await stores.letterings.groups(groups);
  const subaccounts = new Map<string, Subaccount>(known.map((line) => [subaccountKey(line), line]));
  await stores.letterings.lock([...subaccounts.values()]);
  await dissolve(stores, { book, now: clock.now() }, groups);
}

/** Lets all lines go that are in these groups now. Their letters are locked. */
export async function dissolve(
  { letterings }: Pick<LedgerStores, "letterings">,
  { book, now }: Pick<AtZero, "book" | "now">,
  groups: readonly LetteringId[],
): Promise<void> {
  if (groups.length === 0) return;
  const lines = await letterings.groups(groups);
  await letterings.set(
    lines.map((line) => relettered(line, UNLETTERED, book)),
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
  // What has letters sums to zero.
  return (await letterings.unletteredBalances(subaccounts)).map(({ balanceCents }) => balanceCents);
}

/** Lines to be lettered, with the letters that their subaccount gave so far. */
export interface LetteredTogether {
  readonly series: LetterSeries;
  readonly lines: readonly LetterableLine[];
}

/** What runs of lines become, and what letters their subaccounts have given then. */
export interface LetteredRuns {
  readonly lines: readonly LineLettering[];
  readonly series: readonly LetterSeries[];
}

/** Letters for each run, all of which sum to zero unless some may be `partial`. Nothing is written. */
export function letteredRuns(
  { newId, book, partial = false }: Pick<AtZero, "newId" | "book"> & Pick<LetteringInput, "partial">,
  runs: readonly LetteredTogether[],
): LetteredRuns {
  const last = new Map<string, LetterSeries>();
  const set: LineLettering[] = [];
  for (const { series, lines } of runs) {
    const key = subaccountKey(series);
    const lettered = letter(lines, [], {
      series: last.get(key) ?? series,
      ...{ groupId: newId<"Lettering">(), partial, book },
    });
    last.set(key, lettered.series);
    for (const line of lines) set.push(relettered(line, lettered.lettering, book));
  }
  return { lines: set, series: [...last.values()] };
}

/** Lines that are lettered together as soon as some of them are posted; partial where they do not sum to zero. */
export interface PostedGroup {
  /** Those that there are. */
  readonly lineIds: readonly LineId[];
  /** Those that are posted: one at least. */
  readonly posted: readonly PostedLine[];
}

/** Where a line is that is posted: its entry among those of the call, and the line in it. */
interface PostedLine {
  readonly entry: number;
  readonly line: number;
}

/** Letters of groups, and those groups, by their places, that have none by it: a line that there is has a group already. */
interface LetteredGroups extends LetteredRuns {
  readonly left: readonly number[];
}

/** Letters for groups of lines that there are and lines of entries that are about to be written. Locks the letters. */
export async function letteredGroups(
  { letterings }: LedgerStores,
  context: Pick<AtZero, "newId" | "book">,
  { entries, groups }: { readonly entries: readonly SealedEntry[]; readonly groups: readonly PostedGroup[] },
): Promise<LetteredGroups> {
  if (groups.length === 0) return { lines: [], series: [], left: [] };
  const posted = groups.map((group) => group.posted.map((place) => postedLine(entries, place)));
  const subaccounts = new Map<string, Subaccount>(posted.flat().map((line) => [subaccountKey(line), line]));
  const locked = await letterings.lock([...subaccounts.values()]);
  const series = new Map(locked.map((each) => [subaccountKey(each), each]));
  const found = await letterings.lines([...new Set(groups.flatMap(({ lineIds }) => lineIds))]);
  const there = new Map(found.map((line) => [line.id, line]));
  const runs = groups.map(({ lineIds }, index): LetteredTogether => {
    const [first, ...others] = existing(posted[index]);
    const lines = [...lineIds.map((id) => existing(there.get(id))), existing(first), ...others];
    return { series: existing(series.get(subaccountKey(existing(first)))), lines };
  });
  const isFree = ({ lines }: LetteredTogether) => lines.every(({ lettering }) => lettering.status === "none");
  return {
    ...letteredRuns({ ...context, partial: true }, runs.filter(isFree)),
    left: runs.flatMap((run, index) => (isFree(run) ? [] : [index])),
  };
}

function postedLine(entries: readonly SealedEntry[], { entry, line }: PostedLine): LetterableLine {
  const own = existing(entries[entry]);
  return letterableLine(own, existing(own.lines[line]));
}

/** Who letters which book, and the chart that says which subaccounts letter themselves. */
interface AtZero {
  readonly book: Book;
  readonly plan: Plan;
  readonly newId: NewId;
  readonly now: Instant;
}

/** A line that was added to a subaccount, as it is held against its balance. */
interface Added extends Pick<Line, "id" | "lineNumber" | "debitCents" | "creditCents"> {
  readonly entry: AddedEntry;
}

/** What letters go by of its entry, whose other lines would stay in memory along with it. */
type AddedEntry = Pick<SealedEntry, "id" | "societyCode" | "accountingDate" | "validatedAt" | "reference">;

/** What entries add to subaccounts that letter themselves, by {@link subaccountKey}. */
export type AddedBySubaccount = Map<string, { readonly subaccount: Subaccount; readonly lines: Added[] }>;

/** Adds what some more entries do. */
export function addAll(added: AddedBySubaccount, { accountsByCode }: Plan, entries: readonly SealedEntry[]): void {
  for (const { lines, id, societyCode, accountingDate, validatedAt, reference } of entries) {
    const entry = { id, societyCode, accountingDate, validatedAt, reference };
    for (const line of lines) {
      const { accountCode, auxiliaryCode, lineNumber, debitCents, creditCents } = line;
      const lettersItself = accountsByCode.get(accountCode)?.lettering === "at_zero";
      if (!lettersItself) continue;
      const subaccount = { accountCode, auxiliaryCode };
      const key = subaccountKey(subaccount);
      const known = added.get(key) ?? { subaccount, lines: [] };
      known.lines.push({ entry, id: line.id, lineNumber, debitCents, creditCents });
      added.set(key, known);
    }
  }
}

/**
 * Letters the subaccounts that letter themselves where entries that were just written brought their lines without letters
 * back to zero.
 */
export async function letterAtZero(
  stores: LedgerStores,
  context: AtZero,
  entries: readonly SealedEntry[],
): Promise<void> {
  for (const some of await lockedPortions(stores, addedBy(context, entries))) {
    const back = await cameBack(stores, some);
    await letterRuns(
      stores,
      context,
      back.map(({ series }) => series),
    );
  }
}

/**
 * The same of what was added, by however many entries, at this very instant. No line of theirs has got letters since:
 * where nothing else is without letters, they are not read again, nor have their entries changed by their letters.
 */
export async function letterAdded(stores: LedgerStores, context: AtZero, added: AddedBySubaccount): Promise<void> {
  for (const some of await lockedPortions(stores, added)) {
    const back = await cameBack(stores, some);
    const known = back.filter(({ isAll }) => isAll);
    await giveLetters(stores, context, known.map(linesAdded), null);
    await letterRuns(
      stores,
      context,
      back.flatMap(({ series, isAll }) => (isAll ? [] : [series])),
    );
  }
}

/** Those subaccounts that came back to zero, with what was added to them in order. */
async function cameBack({ letterings }: LedgerStores, added: readonly AddedTo[]): Promise<readonly CameBack[]> {
  const found = await letterings.unletteredBalances(added.map(({ series }) => series));
  return added.flatMap((each, index) => {
    const { balanceCents, linesCount } = existing(found[index]);
    const lines = each.lines.toSorted(byOrder);
    return cameToZero(balanceCents, lines) ? [{ ...each, lines, isAll: linesCount === lines.length }] : [];
  });
}

function linesAdded({ series, lines }: AddedTo): LetteredTogether {
  return { series, lines: lines.map(({ entry, ...line }) => letterableLine(entry, { ...line, ...series })) };
}

/** The same where entries were taken back: what is left without letters may come to zero anywhere. */
export async function letterLeftAtZero(
  stores: LedgerStores,
  context: AtZero,
  reversals: readonly SealedEntry[],
): Promise<void> {
  await letterLeft(stores, context, addedBy(context, reversals));
}

/** The same of what takes back, however many entries it is. */
export async function letterLeft(stores: LedgerStores, context: AtZero, added: AddedBySubaccount): Promise<void> {
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

/** Lines that were added to subaccounts which are looked at together. */
const LINES_TOGETHER = 500;

/** A subaccount with its letters, and what was added to it. */
interface AddedTo {
  readonly series: LetterSeries;
  readonly lines: readonly Added[];
}

/** One that came back to zero. */
interface CameBack extends AddedTo {
  /** Whether as many lines are without letters as were added. */
  readonly isAll: boolean;
}

/** What was added, some subaccounts at a time. All of them are locked together, as everybody locks them. */
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
    portions.at(-1)?.push({ series: existing(series[index]), lines });
  }
  return portions;
}

/** Letters what has no letters, up to where it last came back to zero. The series are locked. */
async function letterRuns(stores: LedgerStores, context: AtZero, series: readonly LetterSeries[]): Promise<void> {
  if (series.length === 0) return;
  const unlettered = Map.groupBy(await stores.letterings.unlettered(series), subaccountKey);
  const all = series.map((each) => ({ series: each, lines: unlettered.get(subaccountKey(each)) ?? [] }));
  await giveLetters(stores, context, all, context.now);
}

/** Letters for each run among the lines without letters of subaccounts. */
async function giveLetters(
  { letterings }: LedgerStores,
  context: AtZero,
  unlettered: readonly LetteredTogether[],
  at: Instant | null,
): Promise<void> {
  const runs = unlettered.flatMap(({ series, lines }) => zeroRuns(lines).map((run) => ({ series, lines: run })));
  if (runs.length === 0) return;
  const lettered = letteredRuns(context, runs);
  await letterings.set(lettered.lines, at);
  await letterings.update(lettered.series);
}

/** As lines without letters are ordered. */
const byOrder = (one: Added, other: Added): number =>
  compared(one.entry.validatedAt, other.entry.validatedAt) ||
  compared(one.entry.reference, other.entry.reference) ||
  one.lineNumber - other.lineNumber ||
  compared(one.entry.id, other.entry.id);

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
