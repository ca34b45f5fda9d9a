import type { Digests } from "@cartulary/kernel";
import { ZERO } from "@cartulary/ledger";
import { bankWords } from "./bank-words.ts";
import type { BankFileInput, FileStatementInput, FileTransactionInput } from "./file-input.ts";
import { accountOf } from "./transaction-input.ts";

/** By which a transaction of a file is known again: what it is, and which of the like ones it is. */
export interface ContentIdentity {
  readonly contentKey: string;
  /** From 0. */
  readonly contentOrdinal: number;
}

/**
 * By which each transaction of a file is known again (money.md 1.2), in their order. The n-th like one of a day in a file
 * is the n-th like one that is stored. Statements of one file that overlap say the same thing twice: like ones are counted
 * from the beginning of each day, and on from one statement to the next only where that one goes on within a day.
 */
export function contentIdentities(
  { transactions, statements }: BankFileInput,
  iban: string,
  { sha256 }: Pick<Digests, "sha256">,
): readonly ContentIdentity[] {
  const keyed = transactions.map((each) => ({ ...each, contentKey: contentKeyOf(each, iban, sha256) }));
  const listed = statements.map((statement): Listed => ({ statement, transactions: [], counts: new Map() }));
  for (const each of keyed) if (each.statement !== null) listed[each.statement]?.transactions.push(each);
  const counting: Counting = { listed, ends: new Map(), bases: new Map() };
  const loose: Listed = { statement: null, transactions: [], counts: new Map() };
  const begun = new Map<number | null, PlaceBefore>();
  return keyed.map(({ contentKey, bookedOn, statement }) => {
    const own = (statement === null ? null : listed[statement]) ?? loose;
    const placeBefore = begun.get(statement) ?? placesBefore(statement, counting);
    begun.set(statement, placeBefore);
    const before = own.counts.get(contentKey) ?? { base: placeBefore(contentKey, bookedOn ?? ""), count: 0 };
    const contentOrdinal = before.base + before.count;
    own.counts.set(contentKey, { ...before, count: before.count + 1 });
    counting.ends.set(contentKey, Math.max(counting.ends.get(contentKey) ?? 0, contentOrdinal + 1));
    return { contentKey, contentOrdinal };
  });
}

type Keyed = FileTransactionInput & Pick<ContentIdentity, "contentKey">;

/** A statement with its transactions, and how many like ones of each content it has, from which place on. */
interface Listed {
  readonly statement: FileStatementInput | null;
  readonly transactions: Keyed[];
  readonly counts: Map<string, { readonly base: number; readonly count: number }>;
}

/** What is counted of a file. */
interface Counting {
  readonly listed: readonly Listed[];
  /** How many like ones of each content there are so far. */
  readonly ends: Map<string, number>;
  /** Of each place of the account at which statements begin, how many like ones come before it. */
  readonly bases: Map<string, Map<string, number>>;
}

/** How many like ones of a day come before the first one of a statement. */
type PlaceBefore = (contentKey: string, day: string) => number;

/** A hash of what a transaction is, with the account that it is of. */
function contentKeyOf(transaction: FileTransactionInput, iban: string, sha256: Digests["sha256"]): string {
  const { bookedOn, direction, amountCents, servicerReference, endToEndId, counterpartyIban, remittance } = transaction;
  const content = [
    ...[iban, bookedOn, direction, amountCents, bankWords(servicerReference ?? ""), bankWords(endToEndId ?? "")],
    ...[accountOf(counterpartyIban), bankWords(remittance)],
  ];
  return sha256(JSON.stringify(content)).slice(0, KEY_LENGTH);
}

/** Hexadecimal digits: 128 bits. */
const KEY_LENGTH = 32;

function placesBefore(at: number | null, { listed, ends, bases: known }: Counting): PlaceBefore {
  const own = at === null ? null : listed[at];
  if (at === null || !own?.statement) return () => 0;
  const { from } = own.statement;
  const place = placeOf(own.statement);
  const isWholeDay = beginsDay(own, listed.slice(0, at));
  // Statements that begin at one place say the same thing from there on.
  const bases = known.get(place) ?? new Map<string, number>();
  known.set(place, bases);
  return (contentKey, day) => {
    if (from !== null && (day > from || (day === from && isWholeDay))) return 0;
    const base = bases.get(contentKey) ?? ends.get(contentKey) ?? 0;
    bases.set(contentKey, base);
    return base;
  };
}

/** Where a statement begins. Of one without a balance only its name tells. */
const placeOf = ({ from, openingCents, statementId }: FileStatementInput): string =>
  JSON.stringify(openingCents === null ? [statementId] : [from, openingCents]);

/** Whether a statement begins with the first transaction of its day, as far as an earlier one of the file tells. */
function beginsDay({ statement, transactions }: Listed, earlier: readonly Listed[]): boolean {
  const { from = null, openingCents = null } = statement ?? {};
  if (from === null || openingCents === null) return false;
  const keysOn = (listed: readonly Keyed[]) =>
    listed.flatMap(({ bookedOn, contentKey }) => (bookedOn === from ? [contentKey] : []));
  return earlier.some((other) => {
    const begun = other.statement;
    if (begun?.openingCents == null || begun.from === null || begun.to === null) return false;
    if (begun.from >= from || begun.to < from) return false;
    const before = other.transactions.filter(({ bookedOn }) => (bookedOn ?? "") < from);
    if (before.reduce((sum, each) => sum + signedCents(each), begun.openingCents as number) !== openingCents)
      return false;
    const mayGoOn = begun.to === from && begun.closingCents === openingCents;
    return !mayGoOn || includesAll(keysOn(transactions), keysOn(other.transactions));
  });
}

const signedCents = ({ direction, amountCents = ZERO }: FileTransactionInput): number =>
  direction === "inbound" ? amountCents : -amountCents;

/** Whether all of some are there, each as often. */
function includesAll(all: readonly string[], wanted: readonly string[]): boolean {
  const left = Map.groupBy(all, (key) => key);
  return [...Map.groupBy(wanted, (key) => key)].every(([key, own]) => (left.get(key)?.length ?? 0) >= own.length);
}
