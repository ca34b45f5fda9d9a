import {
  type Caller,
  type Clock,
  createIdempotently,
  type Digests,
  existing,
  type ListQuery,
  type NewId,
  notFound,
  type Page,
  type ReplayStores,
  requireSound,
  type TransactFor,
  whileFound,
} from "@cartulary/kernel";
import { ledgerUseCases } from "@cartulary/ledger";
import { rentalPlan } from "../chart.ts";
import type { MandataireId } from "../mandataire.ts";
import { type Intake, lockNumbers, openIntake } from "../money-in/intake.ts";
import { type BankAssignmentId, type BankTransactionView, bankTransactionView } from "../payments/bank-assignment.ts";
import type { BankTransaction, BankTransactionField, BankTransactionId } from "../payments/bank-transaction.ts";
import { bankTransactionViews } from "../payments/bank-transaction-views.ts";
import type { RentalStores } from "../ports.ts";
import { assign } from "./assigning.ts";
import { type AssignmentInput, assignmentErrors, type SoundAssignmentLine } from "./assignment-input.ts";
import { takeBackAssignment } from "./taking-back.ts";

/** What moved on the mandants' account, for whoever found out that the caller is a member of the mandataire. */
export interface BankTransactions {
  list(caller: Caller, query: ListQuery<BankTransactionField>): Promise<Page<BankTransactionView>>;
  /** `NotFound` where there is none of this id under the mandataire. */
  get(caller: Caller, id: BankTransactionId): Promise<BankTransactionView>;
  /**
   * Moves what is in suspense of one to accounts (money.md 5), and answers it. Refused fields are `unprocessable_entity`: an
   * account that is none of those, more than there is. 422 `insufficient_funds` where an owner would be below zero.
   */
  assign(caller: Caller, id: BankTransactionId, input: AssignmentInput): Promise<BankTransactionView>;
  /** Takes an assignment back. 422 `has_dependents` where a credit that it made is used, `insufficient_funds` likewise. */
  takeBack(caller: Caller, id: BankTransactionId, assignmentId: BankAssignmentId): Promise<void>;
}

interface Dependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
}

/** Bank transactions over a database, a mandataire each. */
export function createBankTransactions<Stores extends RentalStores & ReplayStores>({
  transactFor,
  ...settings
}: Dependencies<Stores>): (mandataireId: MandataireId) => BankTransactions {
  const dependencies = { ...settings, bookkeeping: ledgerUseCases({ ...rentalPlan, ...settings }) };
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    /** The transaction under lock, and the book as those have it who take money in. */
    const locked = async (stores: Stores, caller: Caller, id: BankTransactionId): Promise<Locked> => {
      const intake = await openIntake(stores, dependencies, { caller, mandataireId, alive: () => {} });
      await lockNumbers(intake, []);
      const [transaction] = await stores.bankTransactions.lock([id]);
      return { intake, transaction: existing(transaction ?? null) };
    };
    return {
      list: (_caller, query) => transact.read((stores) => bankTransactionViews(stores, query)),
      get: (_caller, id) => transact.read((stores) => viewOf(stores, id)),
      async assign(caller, id, input) {
        const work = async (stores: Stores) => {
          existing(await stores.bankTransactions.find(id));
          requireSound(assignmentErrors(input));
          const { intake, transaction } = await locked(stores, caller, id);
          await assign(intake, transaction, (input.lines ?? []) as readonly SoundAssignmentLine[]);
          return viewOf(stores, id);
        };
        return (await createIdempotently(transact, caller, work, stillThere)).reply;
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
  readonly intake: Intake;
  readonly transaction: BankTransaction;
}

const stillThere = whileFound<RentalStores, BankTransactionView>(async ({ bankTransactions }, _caller, { id }) =>
  existing(await bankTransactions.find(id)),
);

async function viewOf(
  { bankTransactions, bankAssignments }: RentalStores,
  id: BankTransactionId,
): Promise<BankTransactionView> {
  const transaction = existing(await bankTransactions.find(id));
  return bankTransactionView(transaction, await bankAssignments.ofTransactions([id]));
}
