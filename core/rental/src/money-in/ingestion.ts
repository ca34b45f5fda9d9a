import {
  type Caller,
  type Digests,
  existing,
  type FieldError,
  refused,
  requireSound,
  type TransactFor,
} from "@cartulary/kernel";
import { dayInParis, firstOpenDay, ledgerUseCases } from "@cartulary/ledger";
import { rentalPlan } from "../chart.ts";
import type { LastingWrites } from "../convergence/lasting-writes.ts";
import type { MandataireId } from "../mandataire.ts";
import { type BankTransaction, mayBeMatched } from "../payments/bank-transaction.ts";
import type { PayoutMatching } from "../payouts/execution.ts";
import type { RentalStores } from "../ports.ts";
import { bankWordsOrNull } from "./bank-words.ts";
import { type Brought, inOrder, isReceipt, stretchesOf } from "./brought.ts";
import { contentIdentities } from "./file-identity.ts";
import type { BankFileInput } from "./file-input.ts";
import { type Intake, type IntakeDependencies, lockNumbers, lockTouchedRuns, openIntake } from "./intake.ts";
import { type KeptStatements, keepStatements } from "./keeping-statements.ts";
import { settleOthers } from "./others.ts";
import { receive } from "./receiving.ts";
import {
  identityOf,
  type Recognised,
  recognisedOfFile,
  recognisedOfPortal,
  repeatedErrors,
  type Sent,
  withFileContent,
} from "./recognition.ts";
import { statementErrors } from "./statement-checks.ts";
import {
  accountErrors,
  type BankTransactionInput,
  fileReferenceErrors,
  newTransaction,
  type SoundTransaction,
  transactionErrors,
} from "./transaction-input.ts";

/** What became of transactions that were brought. */
export interface IngestionResult {
  readonly received: number;
  readonly created: number;
  /** Those that were known: by their references, or by what they are. */
  readonly duplicates: number;
  /** Bank references of those of which nobody knows what they are for. */
  readonly unmatched: readonly string[];
}

/** What became of a bank's file. */
export interface FileIngestion extends IngestionResult, KeptStatements {}

/** Bank transactions as they come in, for whoever speaks for a mandataire. */
export interface PaymentIngestion {
  /**
   * Takes transactions in, all or none: each once by its bank reference, stored, matched, allocated, posted and lettered
   * (rental.md §4), in their order: what it comes to is what bringing them one by one does. One that is known and unmatched is
   * matched again with what is sent now. What is wrong is named `transactions[3].amountCents`; `taken` is a reference under
   * which something else is recorded. `onProgress` is told how many are settled, now and then.
   */
  ingest(
    caller: Caller,
    transactions: readonly BankTransactionInput[],
    onProgress?: (settled: number) => void,
  ): Promise<IngestionResult>;
  /**
   * Takes a bank's file in, likewise: its transactions are known again by what they are, and its statements are kept
   * (money.md 1). What is wrong with a statement is named `statements[1]`. 422 `missing_iban` where the mandataire has none.
   */
  ingestFile(caller: Caller, file: BankFileInput, onProgress?: (settled: number) => void): Promise<FileIngestion>;
}

interface Dependencies<Stores> extends Omit<IntakeDependencies, "bookkeeping"> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly lasting: LastingWrites<Stores>;
  readonly digests: Digests;
  readonly outbound: PayoutMatching<Stores>;
}

/** Transactions that are taken in during the time of an ordinary write. */
const ORDINARY_MAX = 20;

/** Intakes of bank transactions over a database, a mandataire each. */
export function createPaymentIngestion<Stores extends RentalStores>({
  transactFor,
  lasting,
  outbound,
  ...settings
}: Dependencies<Stores>): (mandataireId: MandataireId) => PaymentIngestion {
  const dependencies = { ...settings, bookkeeping: ledgerUseCases({ ...rentalPlan, ...settings }) };
  return (mandataireId) => {
    const today = () => dayInParis(settings.clock.now());
    const written = <Result>(count: number, work: (stores: Stores, alive: () => void) => Promise<Result>) =>
      count <= ORDINARY_MAX
        ? transactFor(mandataireId).write((stores) => work(stores, () => {}))
        : lasting(mandataireId, work);
    const occasion = () => ({ mandataireId, newId: settings.newId, now: settings.clock.now() });
    const taking = (stores: Stores, onProgress: (settled: number) => void): Taking => ({
      settle: (each, others) => settleOthers(each, others, { stores, outbound }),
      onProgress,
    });
    return {
      ingest(caller, transactions, onProgress = () => {}) {
        requireSound(transactionErrors(transactions, today()));
        requireSound(repeatedErrors(transactions.map(({ bankReference }) => bankReference)));
        return written(transactions.length, async (stores, alive) => {
          const sent = sentOf(transactions as readonly SoundTransaction[], occasion());
          await lockTouchedRuns(stores, sent);
          const intake = await openIntake(stores, dependencies, { caller, mandataireId, alive });
          requireSound(accountErrors(transactions, intake.iban));
          await lockNumbers(intake, daysOf(sent));
          const known = await recognisedOfPortal(stores, sent);
          return takenIn(intake, sent, known, taking(stores, onProgress));
        });
      },

      ingestFile(caller, file, onProgress = () => {}) {
        requireSound([...transactionErrors(file.transactions, today()), ...fileReferenceErrors(file.transactions)]);
        return written(file.transactions.length, async (stores, alive) => {
          const iban = existing(await stores.mandataires.find(mandataireId)).iban;
          if (iban === null) throw refused("missing_iban", MISSING_IBAN);
          requireSound(statementErrors(file, iban));
          const identities = contentIdentities(file, iban, settings.digests);
          const sent = sentOf(file.transactions as readonly SoundTransaction[], occasion()).map((each, index) => {
            const said = existing(file.transactions[index]);
            const transaction = withFileContent(each.transaction, said, existing(identities[index]));
            return { ...each, transaction, formerReference: said.formerReference };
          });
          await lockTouchedRuns(stores, sent);
          const intake = await openIntake(stores, dependencies, { caller, mandataireId, alive });
          await lockNumbers(intake, daysOf(sent));
          const known = await recognisedOfFile(stores, sent);
          const result = await takenIn(intake, sent, known, taking(stores, onProgress));
          return { ...result, ...(await keepStatements(intake, file, iban, settings.digests)) };
        });
      },
    };
  };
}

const MISSING_IBAN =
  'The mandataire has no IBAN, so that nobody can tell whose account a file is of. Set it first: PATCH /rental/api/v1/mandataires/{id} with {"mandataire": {"iban": "FR76…"}}';

/** How what is not received is settled, and who is told how far it is. */
interface Taking {
  readonly settle: (intake: Intake, others: readonly Brought[]) => Promise<readonly BankTransaction[]>;
  readonly onProgress: (settled: number) => void;
}

const daysOf = (sent: readonly Sent[]) => sent.map(({ transaction: { bookedOn } }) => bookedOn);

/** Takes in what is new, and matches again what is left in suspense; what is matched stays as it is. */
async function takenIn(
  intake: Intake,
  sent: readonly Sent[],
  known: Recognised,
  { settle, onProgress }: Taking,
): Promise<IngestionResult> {
  await requireBegun(intake, sent, known);
  const brought = new Map<string, Brought>();
  const stored = sent.map(({ transaction }, index) => known[index] ?? transaction);
  for (const [index, { transaction, hints }] of sent.entries()) {
    const before = known[index] ?? null;
    const key = before?.id ?? (transaction.contentKey === null ? transaction.id : identityOf(transaction));
    if ((before && !mayBeMatched(before)) || brought.has(key)) continue;
    brought.set(key, { transaction: before ?? transaction, hints, isInSuspense: before !== null });
  }
  const items = [...brought.values()];
  const settled = new Map<BankTransaction["id"], BankTransaction>();
  for (const stretch of stretchesOf(inOrder(items))) {
    const done = isReceipt(stretch[0]) ? await receive(intake, stretch) : await settle(intake, stretch);
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

/** What is sent, as it is stored if it is new: ids in the order sent. */
function sentOf(inputs: readonly SoundTransaction[], occasion: Parameters<typeof newTransaction>[1]): readonly Sent[] {
  const ids = inputs.map(() => occasion.newId<"BankTransaction">()).sort();
  return inputs.map((input, index) => ({
    transaction: { ...newTransaction(input, occasion), id: existing(ids[index]) },
    hints: {
      rentCallReference: bankWordsOrNull(input.rentCallReference),
      payoutReference: bankWordsOrNull(input.payoutReference),
      allocations: input.allocations ?? [],
      reverses: bankWordsOrNull(input.reverses),
    },
  }));
}

/** Names what is new and dated before the balances that the book begins with. */
async function requireBegun(
  { stores: { entries }, societyCode, book }: Intake,
  sent: readonly Sent[],
  known: Recognised,
): Promise<void> {
  const begun = await entries.openingDay(societyCode);
  if (begun === null) return;
  const errors = sent.flatMap(({ transaction: { bookedOn } }, index): readonly FieldError[] => {
    if (firstOpenDay(book, bookedOn) >= begun || known[index]) return [];
    const [field, message] = [`transactions[${index}].bookedOn`, `must be ${begun} or later: the book begins then`];
    return [{ field, code: "greater_than_or_equal_to", message }];
  });
  requireSound(errors);
}
