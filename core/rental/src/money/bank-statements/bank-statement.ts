import type { Day, Id, Instant, Listing } from "@cartulary/kernel";
import { type Cents, LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";

export type BankStatementId = Id<"BankStatement">;

/** A bank statement of the mandants' account. It never changes. */
export interface BankStatement {
  readonly mandataireId: MandataireId;
  readonly id: BankStatementId;
  /** A hash of its data without the entries, by which it is recognized. */
  readonly statementKey: string;
  readonly accountIban: string;
  /** The bank's name of it. */
  readonly statementId: string;
  readonly from: Day;
  readonly to: Day;
  /** Negative if overdrawn; `null` if the bank does not give it. */
  readonly openingBalance: Cents | null;
  readonly closingBalance: Cents | null;
  readonly entriesCount: number;
  /** The creation time as the bank writes it: of two statements that end on one day, the later one applies. */
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

export type BankStatementField = keyof typeof fields;

export const bankStatementListing: Listing<BankStatementField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields,
  sorts: Object.keys(fields) as BankStatementField[],
  sort: "createdAt",
  search: ["statementId", "accountIban"],
};
