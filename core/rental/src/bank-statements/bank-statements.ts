import {
  type Caller,
  type Clock,
  type Day,
  existing,
  type ListQuery,
  type Page,
  type TransactFor,
} from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import type { MandataireId } from "../mandataire.ts";
import type { RentalStores } from "../ports.ts";
import type { BankStatement, BankStatementField } from "./bank-statement.ts";
import type { Reconciliation } from "./ports.ts";

/** What the bank says of the mandants' account, for whoever found out that the caller is a member of the mandataire. */
export interface BankStatements {
  list(caller: Caller, query: ListQuery<BankStatementField>): Promise<Page<BankStatement>>;
  /** What bank and book say at the end of a day, of today where none is named. */
  reconciliation(caller: Caller, on: Day | null): Promise<Reconciliation>;
}

interface Dependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly clock: Clock;
}

/** Bank statements over a database, a mandataire each. */
export function createBankStatements<Stores extends RentalStores>({
  transactFor,
  clock,
}: Dependencies<Stores>): (mandataireId: MandataireId) => BankStatements {
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    return {
      list: (_caller, query) => transact.read(({ bankStatements }) => bankStatements.list(query)),
      reconciliation: (_caller, on) =>
        transact.read(async ({ bankStatements, mandataires }) => {
          const { iban } = existing(await mandataires.find(mandataireId));
          return bankStatements.reconciliation(iban, on ?? dayInParis(clock.now()));
        }),
    };
  };
}
