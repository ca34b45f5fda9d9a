import type { Day, Id, Instant, Listing } from "@cartulary/kernel";
import { type Cents, ledgerLists } from "@cartulary/ledger";
import type { MandataireId } from "../mandataire.ts";

export type BankStatementId = Id<"BankStatement">;

/** What the bank says of the mandants' account from one day to another. It never changes. */
export interface BankStatement {
  readonly mandataireId: MandataireId;
  readonly id: BankStatementId;
  /** A hash of all that the bank says of it beside its entries, by which it is known again. */
  readonly statementKey: string;
  readonly accountIban: string;
  /** What the bank calls it. */
  readonly statementId: string;
  readonly from: Day;
  readonly to: Day;
  /** Below zero where the account is overdrawn; `null` where the bank does not say it. */
  readonly openingBalance: Cents | null;
  readonly closingBalance: Cents | null;
  readonly entriesCount: number;
  /** When the bank made it, as it writes that: of two that end on one day the later one counts. */
  readonly madeAt: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const fields = {
  id: "uuid",
  accountIban: "keyword",
  statementId: "keyword",
  from: "date",
  to: "date",
  openingBalance: "amount",
  closingBalance: "amount",
  entriesCount: "integer",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

/** A field that {@link bankStatementListing} knows. */
export type BankStatementField = keyof typeof fields;

/** What lists of bank statements may be filtered and sorted by. */
export const bankStatementListing: Listing<BankStatementField> = {
  dialect: ledgerLists,
  fields,
  sorts: Object.keys(fields) as BankStatementField[],
  sort: "createdAt",
  search: ["statementId", "accountIban"],
};
