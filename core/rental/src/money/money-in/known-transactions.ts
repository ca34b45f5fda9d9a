import { type FieldError, throwIfInvalid } from "@cartulary/kernel";
import { decimal } from "@cartulary/ledger";
import { fieldError } from "../../agency/field-rules.ts";
import type { BankTransaction } from "../payments/bank-transaction.ts";
import type { MoneyStores } from "../ports.ts";
import { bankWords, bankWordsOrNull } from "./bank-words.ts";
import type { ContentIdentity } from "./file-identity.ts";
import type { FileTransactionInput } from "./file-input.ts";
import type { IncomingTransaction } from "./incoming-transaction.ts";

/** A transaction as sent. */
export type Sent = Pick<IncomingTransaction, "transaction" | "hints">;

/** A transaction of a file, with a second reference under which it may have been received before. */
export interface SentByFile extends Sent {
  readonly formerReference: string | null;
}

/** The stored transactions in the order sent; `null` for new ones. */
export type Recognised = readonly (BankTransaction | null)[];

type Stores = Pick<MoneyStores, "bankTransactions">;

/**
 * Finds transactions that the portal sent before under the same reference, or that a file contained with the same
 * content (money.md 1.1). Throws if another transaction is recorded under a reference.
 */
export async function recognisedOfPortal({ bankTransactions }: Stores, sent: readonly Sent[]): Promise<Recognised> {
  const references = sent.map(({ transaction }) => transaction.bankReference);
  const found = await bankTransactions.lockOfPortal([...new Set(references)]);
  const known = new Map(found.map((each) => [each.bankReference, each]));
  throwIfInvalid(
    sent.flatMap(({ transaction }, index) => takenErrors(index, transaction, known.get(transaction.bankReference))),
  );
  const unrecognized = sent.flatMap(({ transaction }) => (known.has(transaction.bankReference) ? [] : transaction));
  const files = await bankTransactions.lockOfFiles(unrecognized);
  const byContent = Map.groupBy(files, contentOf);
  // Prefers an unmatched one, since hints are usually sent for those.
  const recognised = unrecognized.flatMap((transaction): readonly BankTransaction[] => {
    const [first, ...others] = byContent.get(contentOf(transaction)) ?? [];
    const chosen = [first, ...others].find((each) => each?.status === "unmatched") ?? first;
    return chosen ? [{ ...chosen, isFromPortal: true }] : [];
  });
  await bankTransactions.recognise(recognised);
  for (const each of recognised) known.set(each.bankReference, each);
  return references.map((each) => known.get(each) ?? null);
}

/** Returns errors for references repeated within one request. */
export function repeatedErrors(references: readonly (string | undefined)[]): readonly FieldError[] {
  const previous = new Set<string>();
  return references.flatMap((text, index): readonly FieldError[] => {
    const reference = bankWords(text ?? "");
    if (reference === "" || !previous.has(reference)) {
      previous.add(reference);
      return [];
    }
    return [fieldError(fieldOf(index), "taken", "occurs twice in this request")];
  });
}

function takenErrors(index: number, sent: BankTransaction, known: BankTransaction | undefined): readonly FieldError[] {
  if (!known || contentOf(known) === contentOf(sent)) return [];
  const { direction, amountCents, bookedOn } = known;
  const recorded = `${direction} ${decimal(amountCents)} EUR of ${bookedOn}`;
  return [fieldError(fieldOf(index), "taken", `is recorded with another transaction: ${recorded}`)];
}

const fieldOf = (index: number): string => `transactions[${index}].bankReference`;

/** Returns the identity of a portal transaction; the reference is not sufficient. */
const contentOf = ({ bankReference, bookedOn, direction, amountCents }: BankTransaction): string =>
  JSON.stringify([bankReference, bookedOn, direction, amountCents]);

/**
 * Finds transactions of earlier files by content and ordinal, or of the portal by bank reference, direction, amount and
 * day (money.md 1.2). Each stored transaction is found once.
 */
export async function recognisedOfFile({ bankTransactions }: Stores, sent: readonly SentByFile[]): Promise<Recognised> {
  const keys = new Set(sent.flatMap(({ transaction: { contentKey } }) => contentKey ?? []));
  const found = await bankTransactions.lockOfContents([...keys]);
  const known = new Map(found.map((each) => [identityOf(each), each]));
  const unrecognized = sent.filter(({ transaction }) => !known.has(identityOf(transaction)));
  const names = unrecognized.flatMap(({ transaction, formerReference }) => [
    transaction.bankReference,
    ...(formerReference === null ? [] : [formerReference]),
  ]);
  const ofPortal = (await bankTransactions.lockOfPortal([...new Set(names)])).filter(
    ({ contentKey }) => contentKey === null,
  );
  const waiting = new Map(ofPortal.map((each) => [contentOf(each), each]));
  const recognised: BankTransaction[] = [];
  for (const { transaction, formerReference } of unrecognized) {
    const former = formerReference === null ? null : { ...transaction, bankReference: formerReference };
    const place = [transaction, former]
      .flatMap((each) => (each ? [contentOf(each)] : []))
      .find((each) => waiting.has(each));
    const before = place === undefined ? undefined : waiting.get(place);
    if (place === undefined || !before || known.has(identityOf(transaction))) continue;
    waiting.delete(place);
    const both = mergeTransactions(before, transaction);
    recognised.push(both);
    known.set(identityOf(both), both);
  }
  await bankTransactions.recognise(recognised);
  return sent.map(({ transaction }) => known.get(identityOf(transaction)) ?? null);
}

/** Returns the identity of a file's transaction. */
export const identityOf = ({ contentKey, contentOrdinal }: BankTransaction): string =>
  `${contentKey} ${contentOrdinal}`;

/** Returns the portal's transaction with the data of the file. */
function mergeTransactions(before: BankTransaction, fileTransaction: BankTransaction): BankTransaction {
  const lines = fileTransaction.referenceLines ?? fileTransaction.label;
  return {
    ...before,
    ...{
      contentKey: fileTransaction.contentKey,
      contentOrdinal: fileTransaction.contentOrdinal,
      isOnStatement: fileTransaction.isOnStatement,
    },
    servicerReference: fileTransaction.servicerReference ?? before.servicerReference,
    endToEndId: fileTransaction.endToEndId ?? before.endToEndId,
    referenceLines: [before.referenceLines ?? before.label, lines].filter((each) => each !== null).join("\n") || null,
  };
}

/** Returns the transaction with data that only files contain. */
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

/** Characters of a text searched for references. */
const REFERENCE_TEXT_MAX = 1000;
