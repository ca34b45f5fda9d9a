import {
  type Caller,
  type Clock,
  createIdempotently,
  type Digests,
  type ListQuery,
  type NewId,
  notFound,
  orNotFound,
  type Page,
  type ReplayStores,
  replayWhileVisible,
  type TransactFor,
  throwIfInvalid,
} from "@cartulary/kernel";
import { ledgerUseCases } from "@cartulary/ledger";
import { rentalPlan } from "../../accounting/chart-of-accounts.ts";
import type { MandataireId } from "../../agency/mandataire.ts";
import { createIngestionContext, type IngestionContext, lockNumbers } from "../money-in/ingestion-context.ts";
import { type BankAssignmentId, type BankTransactionView, bankTransactionView } from "../payments/bank-assignment.ts";
import type { BankTransaction, BankTransactionField, BankTransactionId } from "../payments/bank-transaction.ts";
import { bankTransactionViews } from "../payments/bank-transaction-views.ts";
import type { MoneyStores } from "../ports.ts";
import { assign } from "./assign-lines.ts";
import { type AssignmentInput, assignmentErrors, type ValidAssignmentLine } from "./assignment-input.ts";
import { takeBackAssignment } from "./taking-back.ts";

/** The movements on the mandants' account of a mandataire, whose membership the caller has checked. */
export interface BankTransactions {
  list(caller: Caller, query: ListQuery<BankTransactionField>): Promise<Page<BankTransactionView>>;
  /** Throws 404 if the mandataire has no such transaction. */
  get(caller: Caller, id: BankTransactionId): Promise<BankTransactionView>;
  /**
   * Moves amounts of a transaction from suspense to accounts (money.md 5) and returns it. Throws `unprocessable_entity`
   * with field errors for other accounts or too large amounts, 422 `insufficient_funds` if an owner's balance would
   * become negative.
   */
  assign(caller: Caller, id: BankTransactionId, input: AssignmentInput): Promise<BankTransactionView>;
  /** Reverses an assignment. Throws 422 `has_dependents` if its credit is used, `insufficient_funds` likewise. */
  takeBack(caller: Caller, id: BankTransactionId, assignmentId: BankAssignmentId): Promise<void>;
}

interface Dependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
}

export function createBankTransactions<Stores extends MoneyStores & ReplayStores>({
  transactFor,
  ...settings
}: Dependencies<Stores>): (mandataireId: MandataireId) => BankTransactions {
  const dependencies = { ...settings, bookkeeping: ledgerUseCases({ ...rentalPlan, ...settings }) };
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    /** Locks the transaction, after the book and its numbers as in ingestion. */
    const locked = async (stores: Stores, caller: Caller, id: BankTransactionId): Promise<Locked> => {
      const intake = await createIngestionContext(stores, dependencies, { caller, mandataireId, heartbeat: () => {} });
      await lockNumbers(intake, []);
      const [transaction] = await stores.bankTransactions.lock([id]);
      return { intake, transaction: orNotFound(transaction ?? null) };
    };
    return {
      list: (_caller, query) => transact.read((stores) => bankTransactionViews(stores, query)),
      get: (_caller, id) => transact.read((stores) => viewOf(stores, id)),
      async assign(caller, id, input) {
        const work = async (stores: Stores) => {
          orNotFound(await stores.bankTransactions.find(id));
          throwIfInvalid(assignmentErrors(input));
          const { intake, transaction } = await locked(stores, caller, id);
          await assign(intake, transaction, (input.lines ?? []) as readonly ValidAssignmentLine[]);
          return viewOf(stores, id);
        };
        return (await createIdempotently(transact, caller, work, replayIfFound)).reply;
      },
      takeBack: (caller, id, assignmentId) =>
        transact.write(async (stores) => {
          const { intake, transaction } = await locked(stores, caller, id);
          const assignments = await stores.bankAssignments.ofTransactions([id]);
          const assignment = assignments.find((each) => each.id === assignmentId);
          if (!assignment) throw notFound();
          await takeBackAssignment(intake, transaction, assignment);
        }),
    };
  };
}

interface Locked {
  readonly intake: IngestionContext;
  readonly transaction: BankTransaction;
}

const replayIfFound = replayWhileVisible<MoneyStores, BankTransactionView>(
  async ({ bankTransactions }, _caller, { id }) => orNotFound(await bankTransactions.find(id)),
);

async function viewOf(
  { bankTransactions, bankAssignments }: MoneyStores,
  id: BankTransactionId,
): Promise<BankTransactionView> {
  const transaction = orNotFound(await bankTransactions.find(id));
  return bankTransactionView(transaction, await bankAssignments.ofTransactions([id]));
}
