import type { Digests } from "@cartulary/kernel";
import { ZERO } from "@cartulary/ledger";
import { bankWords } from "./bank-words.ts";
import type { BankFileInput, FileStatementInput, FileTransactionInput } from "./file-input.ts";
import { accountOf } from "./transaction-input.ts";

/** Identifies a transaction of a file by content and by ordinal among transactions with the same content. */
export interface ContentIdentity {
  readonly contentKey: string;
  /** Counted from 0. */
  readonly contentOrdinal: number;
}

/**
 * Returns the identities of a file's transactions, in order (money.md 1.2). The n-th transaction of one content and day
 * in a file is the n-th stored one. Statements of one file may overlap: ordinals restart with each day, and continue
 * across statements only if a statement begins within a day.
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
  const offsets = new Map<number | null, OrdinalOffset>();
  return keyed.map(({ contentKey, bookedOn, statement }) => {
    const own = (statement === null ? null : listed[statement]) ?? loose;
    const offsetOf = offsets.get(statement) ?? ordinalOffset(statement, counting);
    offsets.set(statement, offsetOf);
    const before = own.counts.get(contentKey) ?? { base: offsetOf(contentKey, bookedOn ?? ""), count: 0 };
    const contentOrdinal = before.base + before.count;
    own.counts.set(contentKey, { ...before, count: before.count + 1 });
    counting.ends.set(contentKey, Math.max(counting.ends.get(contentKey) ?? 0, contentOrdinal + 1));
    return { contentKey, contentOrdinal };
  });
}

type Keyed = FileTransactionInput & Pick<ContentIdentity, "contentKey">;

/** A statement with its transactions and the number of each content, with the ordinal of the first. */
interface Listed {
  readonly statement: FileStatementInput | null;
  readonly transactions: Keyed[];
  readonly counts: Map<string, { readonly base: number; readonly count: number }>;
}

/** The counters of a file. */
interface Counting {
  readonly listed: readonly Listed[];
  /** The number of transactions of each content so far. */
  readonly ends: Map<string, number>;
  /** For each position of the account at which statements begin: the number of each content before it. */
  readonly bases: Map<string, Map<string, number>>;
}

/** Returns the number of transactions with a content and day before the first one of a statement. */
type OrdinalOffset = (contentKey: string, day: string) => number;

/** Returns a hash of the account and content of a transaction. */
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

function ordinalOffset(at: number | null, { listed, ends, bases: known }: Counting): OrdinalOffset {
  const own = at === null ? null : listed[at];
  if (at === null || !own?.statement) return () => 0;
  const { from } = own.statement;
  const position = positionOf(own.statement);
  const isWholeDay = beginsDay(own, listed.slice(0, at));
  // Statements that begin at one position have the same content from there on.
  const bases = known.get(position) ?? new Map<string, number>();
  known.set(position, bases);
  return (contentKey, day) => {
    if (from !== null && (day > from || (day === from && isWholeDay))) return 0;
    const base = bases.get(contentKey) ?? ends.get(contentKey) ?? 0;
    bases.set(contentKey, base);
    return base;
  };
}

/** Returns where a statement begins. A statement without balances has only its name. */
const positionOf = ({ from, openingCents, statementId }: FileStatementInput): string =>
  JSON.stringify(openingCents === null ? [statementId] : [from, openingCents]);

/** Returns true if an earlier statement shows that this one begins with the first transaction of its day. */
function beginsDay({ statement, transactions }: Listed, earlier: readonly Listed[]): boolean {
  const { from = null, openingCents = null } = statement ?? {};
  if (from === null || openingCents === null) return false;
  const keysOn = (listed: readonly Keyed[]) =>
    listed.flatMap(({ bookedOn, contentKey }) => (bookedOn === from ? [contentKey] : []));
  return earlier.some((other) => {
    const previous = other.statement;
    if (previous?.openingCents == null || previous.from === null || previous.to === null) return false;
    if (previous.from >= from || previous.to < from) return false;
    const before = other.transactions.filter(({ bookedOn }) => (bookedOn ?? "") < from);
    if (before.reduce((sum, each) => sum + signedCents(each), previous.openingCents as number) !== openingCents)
      return false;
    const mayContinue = previous.to === from && previous.closingCents === openingCents;
    return !mayContinue || includesAll(keysOn(transactions), keysOn(other.transactions));
  });
}

const signedCents = ({ direction, amountCents = ZERO }: FileTransactionInput): number =>
  direction === "inbound" ? amountCents : -amountCents;

/** Returns true if every key occurs at least as often in `all`. */
function includesAll(all: readonly string[], keys: readonly string[]): boolean {
  const available = Map.groupBy(all, (key) => key);
  return [...Map.groupBy(keys, (key) => key)].every(([key, own]) => (available.get(key)?.length ?? 0) >= own.length);
}
