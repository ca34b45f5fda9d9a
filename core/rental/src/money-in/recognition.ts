import { type FieldError, requireSound } from "@cartulary/kernel";
import { decimal } from "@cartulary/ledger";
import { fault } from "../estate/fields.ts";
import type { BankTransaction } from "../payments/bank-transaction.ts";
import type { RentalStores } from "../ports.ts";
import { bankWords, bankWordsOrNull } from "./bank-words.ts";
import type { Brought } from "./brought.ts";
import type { ContentIdentity } from "./file-identity.ts";
import type { FileTransactionInput } from "./file-input.ts";

/** A transaction as it was sent. */
export type Sent = Pick<Brought, "transaction" | "hints">;

/** One that a file has, with another reference by which it may have come in before. */
export interface SentByFile extends Sent {
  readonly formerReference: string | null;
}

/** What is stored of what was sent, in the order sent; `null` of what is new. */
export type Recognised = readonly (BankTransaction | null)[];

type Stores = Pick<RentalStores, "bankTransactions">;

/**
 * Finds again what the portal sent before under the same reference, or what a file brought that is the same (money.md 1.1).
 * Refuses all where something else is recorded under a reference.
 */
export async function recognisedOfPortal({ bankTransactions }: Stores, sent: readonly Sent[]): Promise<Recognised> {
  const references = sent.map(({ transaction }) => transaction.bankReference);
  const found = await bankTransactions.lockOfPortal([...new Set(references)]);
  const known = new Map(found.map((each) => [each.bankReference, each]));
  requireSound(
    sent.flatMap(({ transaction }, index) => takenErrors(index, transaction, known.get(transaction.bankReference))),
  );
  const strange = sent.flatMap(({ transaction }) => (known.has(transaction.bankReference) ? [] : transaction));
  const files = await bankTransactions.lockOfFiles(strange);
  const alike = Map.groupBy(files, contentOf);
  // What waits to be matched first: that is what somebody says something of.
  const recognised = strange.flatMap((transaction): readonly BankTransaction[] => {
    const [first, ...others] = alike.get(contentOf(transaction)) ?? [];
    const chosen = [first, ...others].find((each) => each?.status === "unmatched") ?? first;
    return chosen ? [{ ...chosen, isFromPortal: true }] : [];
  });
  await bankTransactions.recognise(recognised);
  for (const each of recognised) known.set(each.bankReference, each);
  return references.map((each) => known.get(each) ?? null);
}

/** References that one request has twice. */
export function repeatedErrors(references: readonly (string | undefined)[]): readonly FieldError[] {
  const seen = new Set<string>();
  return references.flatMap((text, index): readonly FieldError[] => {
    const reference = bankWords(text ?? "");
    if (reference === "" || !seen.has(reference)) {
      seen.add(reference);
      return [];
    }
    return [fault(fieldOf(index), "taken", "stands in this request before")];
  });
}

function takenErrors(index: number, sent: BankTransaction, known: BankTransaction | undefined): readonly FieldError[] {
  if (!known || contentOf(known) === contentOf(sent)) return [];
  const { direction, amountCents, bookedOn } = known;
  const recorded = `${direction} ${decimal(amountCents)} EUR of ${bookedOn}`;
  return [fault(fieldOf(index), "taken", `is recorded with another transaction: ${recorded}`)];
}

const fieldOf = (index: number): string => `transactions[${index}].bankReference`;

/** By which one that the portal sent is known again: the reference is not enough. */
const contentOf = ({ bankReference, bookedOn, direction, amountCents }: BankTransaction): string =>
  JSON.stringify([bankReference, bookedOn, direction, amountCents]);

/**
 * Finds again what files brought before, by what it is and which of the like ones it is, or what the portal brought under
 * the bank's reference with the same direction, amount and day (money.md 1.2). Each stored one is found by one alone.
 */
export async function recognisedOfFile({ bankTransactions }: Stores, sent: readonly SentByFile[]): Promise<Recognised> {
  const keys = new Set(sent.flatMap(({ transaction: { contentKey } }) => contentKey ?? []));
  const found = await bankTransactions.lockOfContents([...keys]);
  const known = new Map(found.map((each) => [identityOf(each), each]));
  const strange = sent.filter(({ transaction }) => !known.has(identityOf(transaction)));
  const names = strange.flatMap(({ transaction, formerReference }) => [
    transaction.bankReference,
    ...(formerReference === null ? [] : [formerReference]),
  ]);
  const ofPortal = (await bankTransactions.lockOfPortal([...new Set(names)])).filter(
    ({ contentKey }) => contentKey === null,
  );
  const waiting = new Map(ofPortal.map((each) => [contentOf(each), each]));
  const recognised: BankTransaction[] = [];
  for (const { transaction, formerReference } of strange) {
    const former = formerReference === null ? null : { ...transaction, bankReference: formerReference };
    const place = [transaction, former]
      .flatMap((each) => (each ? [contentOf(each)] : []))
      .find((each) => waiting.has(each));
    const before = place === undefined ? undefined : waiting.get(place);
    if (place === undefined || !before || known.has(identityOf(transaction))) continue;
    waiting.delete(place);
    const both = together(before, transaction);
    recognised.push(both);
    known.set(identityOf(both), both);
  }
  await bankTransactions.recognise(recognised);
  return sent.map(({ transaction }) => known.get(identityOf(transaction)) ?? null);
}

/** By which a file's transaction is known again. */
export const identityOf = ({ contentKey, contentOrdinal }: BankTransaction): string =>
  `${contentKey} ${contentOrdinal}`;

/** What the portal brought, with what a file says of it beside. */
function together(before: BankTransaction, said: BankTransaction): BankTransaction {
  const lines = said.referenceLines ?? said.label;
  return {
    ...before,
    ...{ contentKey: said.contentKey, contentOrdinal: said.contentOrdinal, isOnStatement: said.isOnStatement },
    servicerReference: said.servicerReference ?? before.servicerReference,
    endToEndId: said.endToEndId ?? before.endToEndId,
    referenceLines: [before.referenceLines ?? before.label, lines].filter((each) => each !== null).join("\n") || null,
  };
}

/** What a file says of a transaction beyond what anybody may send. */
export function withFileContent(
  transaction: BankTransaction,
  { statement, servicerReference, endToEndId, referenceTexts }: FileTransactionInput,
  identity: ContentIdentity,
): BankTransaction {
  const lines = referenceTexts.flatMap((text) => bankWordsOrNull(text.slice(0, REFERENCE_TEXT_MAX)) ?? []);
  return {
    ...transaction,
    ...identity,
    ...{ isFromPortal: false, isOnStatement: statement !== null },
    servicerReference: bankWordsOrNull(servicerReference),
    endToEndId: bankWordsOrNull(endToEndId),
    referenceLines:
      lines.length === 0 || (lines.length === 1 && lines[0] === transaction.label) ? null : lines.join("\n"),
  };
}

/** Characters of a text in which references are looked for. */
const REFERENCE_TEXT_MAX = 1000;
