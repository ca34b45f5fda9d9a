import {
  type Caller,
  type Digests,
  type FieldError,
  orNotFound,
  type TransactFor,
  throwIfInvalid,
  unprocessable,
} from "@cartulary/kernel";
import { dayInParis, firstOpenDay, ledgerUseCases } from "@cartulary/ledger";
import { rentalPlan } from "../../accounting/chart-of-accounts.ts";
import type { LongWrites } from "../../agency/long-writes.ts";
import type { MandataireId } from "../../agency/mandataire.ts";
import { type BankTransaction, mayBeMatched } from "../payments/bank-transaction.ts";
import type { PayoutMatching } from "../payout-matching/match-payouts.ts";
import type { MoneyStores } from "../ports.ts";
import { bankWordsOrNull } from "./bank-words.ts";
import { contentIdentities } from "./file-identity.ts";
import type { BankFileInput } from "./file-input.ts";
import { groupByKind, type IncomingTransaction, isReceipt, processingOrder } from "./incoming-transaction.ts";
import {
  createIngestionContext,
  type IngestionContext,
  type IngestionDependencies,
  lockNumbers,
  lockTouchedRuns,
} from "./ingestion-context.ts";
import {
  identityOf,
  type Recognised,
  recognisedOfFile,
  recognisedOfPortal,
  repeatedErrors,
  type Sent,
  withFileContent,
} from "./known-transactions.ts";
import { settleNonReceipts } from "./non-receipts.ts";
import { recordReceipts } from "./record-receipts.ts";
import { type SavedStatements, saveStatements } from "./save-statements.ts";
import { statementErrors } from "./statement-checks.ts";
import {
  accountErrors,
  type BankTransactionInput,
  fileReferenceErrors,
  newTransaction,
  transactionErrors,
  type ValidTransactionInput,
} from "./transaction-input.ts";

/** The result of an ingestion. */
export interface IngestionResult {
  readonly received: number;
  readonly created: number;
  /** Transactions known already, by reference or by content. */
  readonly duplicates: number;
  /** Bank references of the transactions without a match. */
  readonly unmatched: readonly string[];
}

/** The result of ingesting a bank file. */
export interface FileIngestion extends IngestionResult, SavedStatements {}

/** Ingests bank transactions for a mandataire. */
export interface PaymentIngestion {
  /**
   * Ingests transactions atomically and in order: each is stored once per bank reference, matched, allocated, posted
   * and lettered (rental.md §4). The result equals that of ingesting them one by one. A known unmatched transaction is
   * matched again with the new hints. Field errors are named like `transactions[3].amountCents`; `taken` is a reference
   * with another recorded transaction. Calls `onProgress` now and then with the number settled.
   */
  ingest(
    caller: Caller,
    transactions: readonly BankTransactionInput[],
    onProgress?: (settled: number) => void,
  ): Promise<IngestionResult>;
  /**
   * Ingests a bank file in the same way: transactions are recognized by content, and statements are stored (money.md
   * 1). Errors of statements are named `statements[1]`. Throws 422 `missing_iban` if the mandataire has none.
   */
  ingestFile(caller: Caller, file: BankFileInput, onProgress?: (settled: number) => void): Promise<FileIngestion>;
}

interface Dependencies<Stores> extends Omit<IngestionDependencies, "bookkeeping"> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly longWrite: LongWrites<Stores>;
  readonly digests: Digests;
  readonly outbound: PayoutMatching<Stores>;
}

/** The most transactions ingested in an ordinary write. */
const ORDINARY_MAX = 20;

export function createPaymentIngestion<Stores extends MoneyStores>({
  transactFor,
  longWrite,
  outbound,
  ...settings
}: Dependencies<Stores>): (mandataireId: MandataireId) => PaymentIngestion {
  const dependencies = { ...settings, bookkeeping: ledgerUseCases({ ...rentalPlan, ...settings }) };
  return (mandataireId) => {
    const today = () => dayInParis(settings.clock.now());
    const runWrite = <Result>(count: number, work: (stores: Stores, heartbeat: () => void) => Promise<Result>) =>
      count <= ORDINARY_MAX
        ? transactFor(mandataireId).write((stores) => work(stores, () => {}))
        : longWrite(mandataireId, work);
    const occasion = () => ({ mandataireId, newId: settings.newId, now: settings.clock.now() });
    const hooks = (stores: Stores, onProgress: (settled: number) => void): IngestionHooks => ({
      settle: (each, others) => settleNonReceipts(each, others, { stores, outbound }),
      onProgress,
    });
    return {
      ingest(caller, transactions, onProgress = () => {}) {
        throwIfInvalid(transactionErrors(transactions, today()));
        throwIfInvalid(repeatedErrors(transactions.map(({ bankReference }) => bankReference)));
        return runWrite(transactions.length, async (stores, heartbeat) => {
          const sent = sentOf(transactions as readonly ValidTransactionInput[], occasion());
          await lockTouchedRuns(stores, sent);
          const intake = await createIngestionContext(stores, dependencies, { caller, mandataireId, heartbeat });
          throwIfInvalid(accountErrors(transactions, intake.iban));
          await lockNumbers(intake, daysOf(sent));
          const known = await recognisedOfPortal(stores, sent);
          return ingestTransactions(intake, sent, known, hooks(stores, onProgress));
        });
      },

      ingestFile(caller, file, onProgress = () => {}) {
        throwIfInvalid([...transactionErrors(file.transactions, today()), ...fileReferenceErrors(file.transactions)]);
        return runWrite(file.transactions.length, async (stores, heartbeat) => {
          const iban = orNotFound(await stores.mandataires.find(mandataireId)).iban;
          if (iban === null) throw unprocessable("missing_iban", MISSING_IBAN);
          throwIfInvalid(statementErrors(file, iban));
          const identities = contentIdentities(file, iban, settings.digests);
          const sent = sentOf(file.transactions as readonly ValidTransactionInput[], occasion()).map((each, index) => {
            const fileTransaction = orNotFound(file.transactions[index]);
            const transaction = withFileContent(each.transaction, fileTransaction, orNotFound(identities[index]));
            return { ...each, transaction, formerReference: fileTransaction.formerReference };
          });
          await lockTouchedRuns(stores, sent);
          const intake = await createIngestionContext(stores, dependencies, { caller, mandataireId, heartbeat });
          await lockNumbers(intake, daysOf(sent));
          const known = await recognisedOfFile(stores, sent);
          const result = await ingestTransactions(intake, sent, known, hooks(stores, onProgress));
          return { ...result, ...(await saveStatements(intake, file, iban, settings.digests)) };
        });
      },
    };
  };
}

const MISSING_IBAN =
  'The mandataire has no IBAN, so the account of the file cannot be checked. Set it first: PATCH /rental/api/v1/mandataires/{id} with {"mandataire": {"iban": "FR76…"}}';

/** Settles transactions that are not receipts, and reports progress. */
interface IngestionHooks {
  readonly settle: (
    intake: IngestionContext,
    others: readonly IncomingTransaction[],
  ) => Promise<readonly BankTransaction[]>;
  readonly onProgress: (settled: number) => void;
}

const daysOf = (sent: readonly Sent[]) => sent.map(({ transaction: { bookedOn } }) => bookedOn);

/** Stores new transactions and matches those in suspense again; matched ones stay unchanged. */
async function ingestTransactions(
  intake: IngestionContext,
  sent: readonly Sent[],
  known: Recognised,
  { settle, onProgress }: IngestionHooks,
): Promise<IngestionResult> {
  await requireAfterOpening(intake, sent, known);
  const pending = new Map<string, IncomingTransaction>();
  const stored = sent.map(({ transaction }, index) => known[index] ?? transaction);
  for (const [index, { transaction, hints }] of sent.entries()) {
    const before = known[index] ?? null;
    const key = before?.id ?? (transaction.contentKey === null ? transaction.id : identityOf(transaction));
    if ((before && !mayBeMatched(before)) || pending.has(key)) continue;
    pending.set(key, { transaction: before ?? transaction, hints, isInSuspense: before !== null });
  }
  const items = [...pending.values()];
  const settled = new Map<BankTransaction["id"], BankTransaction>();
  for (const group of groupByKind(processingOrder(items))) {
    const done = isReceipt(group[0]) ? await recordReceipts(intake, group) : await settle(intake, group);
    for (const each of done) settled.set(each.id, each);
    onProgress(settled.size);
  }
  const created = items.filter(({ isInSuspense }) => !isInSuspense).length;
  const unmatched = stored.filter(({ id }) => settled.get(id)?.status === "unmatched");
  return {
    received: sent.length,
    created,
    duplicates: sent.length - created,
    unmatched: unmatched.map(({ bankReference }) => bankReference),
  };
}

/** Returns the sent transactions as they are stored if new, with ids in the order sent. */
function sentOf(
  inputs: readonly ValidTransactionInput[],
  occasion: Parameters<typeof newTransaction>[1],
): readonly Sent[] {
  const ids = inputs.map(() => occasion.newId<"BankTransaction">()).sort();
  return inputs.map((input, index) => ({
    transaction: { ...newTransaction(input, occasion), id: orNotFound(ids[index]) },
    hints: {
      rentCallReference: bankWordsOrNull(input.rentCallReference),
      payoutReference: bankWordsOrNull(input.payoutReference),
      allocations: input.allocations ?? [],
      reverses: bankWordsOrNull(input.reverses),
    },
  }));
}

/** Throws if a new transaction is dated before the opening balances of the book. */
async function requireAfterOpening(
  { stores: { entries }, societyCode, book }: IngestionContext,
  sent: readonly Sent[],
  known: Recognised,
): Promise<void> {
  const openingDay = await entries.openingDay(societyCode);
  if (openingDay === null) return;
  const errors = sent.flatMap(({ transaction: { bookedOn } }, index): readonly FieldError[] => {
    if (firstOpenDay(book, bookedOn) >= openingDay || known[index]) return [];
    const [field, message] = [
      `transactions[${index}].bookedOn`,
      `must be ${openingDay} or later, the day of the opening balances`,
    ];
    return [{ field, code: "greater_than_or_equal_to", message }];
  });
  throwIfInvalid(errors);
}
