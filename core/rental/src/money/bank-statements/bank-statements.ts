import {
  type Caller,
  type Clock,
  type Day,
  type ListQuery,
  orNotFound,
  type Page,
  type TransactFor,
} from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { MoneyStores } from "../ports.ts";
import type { BankStatement, BankStatementField } from "./bank-statement.ts";
import type { Reconciliation } from "./reconciliation.ts";

/** The bank statements of a mandataire, whose membership the caller has checked. */
export interface BankStatements {
  list(caller: Caller, query: ListQuery<BankStatementField>): Promise<Page<BankStatement>>;
  /** Compares bank and book at the end of a day, by default today. */
  reconciliation(caller: Caller, on: Day | null): Promise<Reconciliation>;
}

interface Dependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly clock: Clock;
}

export function createBankStatements<Stores extends MoneyStores>({
  transactFor,
  clock,
}: Dependencies<Stores>): (mandataireId: MandataireId) => BankStatements {
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    return {
      list: (_caller, query) => transact.read(({ bankStatements }) => bankStatements.list(query)),
      reconciliation: (_caller, on) =>
        transact.read(async ({ bankStatements, mandataires }) => {
          const { iban } = orNotFound(await mandataires.find(mandataireId));
          return bankStatements.reconciliation(iban, on ?? dayInParis(clock.now()));
        }),
    };
  };
}
