import {
  appendAll,
  type Caller,
  type Digests,
  type FieldError,
  line,
  requireSound,
  type TransactFor,
} from "@cartulary/kernel";
import { dayInParis, firstOpenDay, ledgerUseCases } from "@cartulary/ledger";
import { rentalPlan } from "../chart.ts";
import type { LastingWrites } from "../convergence/lasting-writes.ts";
import type { MandataireId } from "../mandataire.ts";
import type { BankTransaction } from "../payments/bank-transaction.ts";
import type { PayoutMatching } from "../payouts/execution.ts";
import type { RentalStores } from "../ports.ts";
import { type Brought, inOrder, isReceipt, stretchesOf } from "./brought.ts";
import { type Intake, type IntakeDependencies, lockNumbers, lockTouchedRuns, openIntake } from "./intake.ts";
import { settleOthers } from "./others.ts";
import { receive } from "./receiving.ts";
import {
  type BankTransactionInput,
  newTransaction,
  type SoundTransaction,
  transactionErrors,
} from "./transaction-input.ts";

/** What became of transactions that were brought. */
export interface IngestionResult {
  readonly received: number;
  readonly created: number;
  /** Those that were known by their bank references. */
  readonly duplicates: number;
  /** Bank references of those of which nobody knows what they are for. */
  readonly unmatched: readonly string[];
}

/** Bank transactions as they come in, for whoever speaks for a mandataire. */
export interface PaymentIngestion {
  /**
   * Takes transactions in, all or none: each once by its bank reference, stored, matched, allocated, posted and lettered
   * (rental.md §4), in their order: what it comes to is what bringing them one by one does. One that is known and unmatched is
   * matched again with what is sent now. What is wrong is named `transactions[3].amountCents`. `onProgress` is told how many
   * are settled, now and then.
   */
  ingest(
    caller: Caller,
    transactions: readonly BankTransactionInput[],
    onProgress?: (settled: number) => void,
  ): Promise<IngestionResult>;
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
  return (mandataireId) => ({
    ingest(caller, transactions, onProgress = () => {}) {
      requireSound(transactionErrors(transactions, dayInParis(settings.clock.now())));
      const work = async (stores: Stores, alive: () => void) => {
        const sent = transactions as readonly SoundTransaction[];
        await lockTouchedRuns(stores, sent);
        const intake = await openIntake(stores, dependencies, { caller, mandataireId, alive });
        const settle: SettleOthers = (each, others) => settleOthers(each, others, { stores, outbound });
        return ingest(intake, sent, { settle, onProgress });
      };
      return transactions.length <= ORDINARY_MAX
        ? transactFor(mandataireId).write((stores) => work(stores, () => {}))
        : lasting(mandataireId, work);
    },
  });
}

type SettleOthers = (intake: Intake, others: readonly Brought[]) => Promise<readonly BankTransaction[]>;

async function ingest(
  intake: Intake,
  sent: readonly SoundTransaction[],
  { settle, onProgress }: { readonly settle: SettleOthers; readonly onProgress: (settled: number) => void },
): Promise<IngestionResult> {
  const { stores } = intake;
  await lockNumbers(
    intake,
    sent.map(({ bookedOn }) => bookedOn),
  );
  const byReference = new Map(newTransactions(intake, sent).map((each) => [each.transaction.bankReference, each]));
  const known = await stores.bankTransactions.lock([...byReference.keys()]);
  const knownByReference = new Map(known.map((transaction) => [transaction.bankReference, transaction]));
  await requireBegun(intake, sent, knownByReference);
  const items = [...byReference.values()].flatMap((each): readonly Brought[] => {
    const before = knownByReference.get(each.transaction.bankReference);
    if (before?.status === "matched") return [];
    return [before ? { transaction: before, hints: each.hints, isInSuspense: true } : each];
  });
  const settled: BankTransaction[] = [];
  for (const stretch of stretchesOf(inOrder(items))) {
    appendAll(settled, isReceipt(stretch[0]) ? await receive(intake, stretch) : await settle(intake, stretch));
    onProgress(settled.length);
  }
  const created = items.filter(({ isInSuspense }) => !isInSuspense).length;
  const unmatched = new Set(
    settled.flatMap(({ status, bankReference }) => (status === "unmatched" ? [bankReference] : [])),
  );
  return {
    received: sent.length,
    created,
    duplicates: sent.length - created,
    unmatched: [...byReference.keys()].filter((reference) => unmatched.has(reference)),
  };
}

/** What is sent, as it is stored if it is new: ids in the order sent. Of one bank reference that is sent twice the first. */
function newTransactions(intake: Intake, sent: readonly SoundTransaction[]): readonly Brought[] {
  const ids = sent.map(() => intake.newId<"BankTransaction">()).sort();
  const seen = new Set<string>();
  return sent.flatMap((input, index): readonly Brought[] => {
    const { rentCallReference, payoutReference, allocations, reverses } = input;
    const transaction = { ...newTransaction(input, intake), id: ids[index] as BankTransaction["id"] };
    if (seen.has(transaction.bankReference)) return [];
    seen.add(transaction.bankReference);
    return [
      {
        transaction,
        isInSuspense: false,
        hints: {
          rentCallReference: rentCallReference || null,
          payoutReference: payoutReference || null,
          allocations: allocations ?? [],
          reverses: reverses || null,
        },
      },
    ];
  });
}

/** Names what is new and dated before the balances that the book begins with. */
async function requireBegun(
  { stores: { entries }, societyCode, book }: Intake,
  sent: readonly SoundTransaction[],
  known: ReadonlyMap<string, BankTransaction>,
): Promise<void> {
  const begun = await entries.openingDay(societyCode);
  if (begun === null) return;
  const errors = sent.flatMap(({ bookedOn, bankReference }, index): readonly FieldError[] => {
    if (firstOpenDay(book, bookedOn) >= begun || known.has(line(bankReference))) return [];
    const [field, message] = [`transactions[${index}].bookedOn`, `must be ${begun} or later: the book begins then`];
    return [{ field, code: "greater_than_or_equal_to", message }];
  });
  requireSound(errors);
}
