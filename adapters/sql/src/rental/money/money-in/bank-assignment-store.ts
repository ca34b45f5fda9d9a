import { negate, sum, ZERO } from "@cartulary/ledger";
import type { MandataireId } from "@cartulary/rental/agency";
import type { AssignmentCredit, AssignmentLine, BankAssignment, BankAssignmentStore } from "@cartulary/rental/money";
import { type RawBuilder, sql } from "kysely";
import type { Row } from "../../../engine/columns.ts";
import { booleanFrom, type StoredBoolean } from "../../../engine/dialect.ts";
import type { SqlTransaction } from "../../../engine/module.ts";
import { rowsOf } from "../../../engine/row-codec.ts";
import { insertAll, lookupEach, valueSet } from "../../../engine/row-set.ts";
import { sumFrom, sumOf } from "../../../ledger/sums.ts";
import {
  bankAssignmentCreditRows,
  bankAssignmentLineRows,
  bankAssignmentRows,
  bankTransactionRows,
  type MoneyInTables,
} from "./tables.ts";

export function createBankAssignmentStore(
  { db, dialect }: SqlTransaction<MoneyInTables>,
  mandataireId: MandataireId,
): BankAssignmentStore {
  const rows = rowsOf(bankAssignmentRows, dialect);
  const lineRows = rowsOf(bankAssignmentLineRows, dialect);
  const creditRows = rowsOf(bankAssignmentCreditRows, dialect);
  const own = sql`mandataire_id = ${mandataireId}`;
  const counting = sql`${own} and not is_reversed`;
  const found = (transactions: readonly BankAssignment["bankTransactionId"][]) =>
    lookupEach(bankAssignmentRows, { column: "bank_transaction_id", values: transactions, where: counting }, dialect);
  const partsOf = (
    table: string,
    assignments: RawBuilder<unknown>,
  ) => sql`select part.* from (${assignments}) as assignment
    ${dialect.lookup("cross", { table: sql.table(table), as: "part", on: sql`part.${own} and part.assignment_id = assignment.id` })}
    order by part.assignment_id, part.place`;

  return {
    async ofTransactions(transactions) {
      if (transactions.length === 0) return [];
      const assignments = await found(transactions).execute(db);
      if (assignments.rows.length === 0) return [];
      const lines = await partsOf("bank_assignment_lines", found(transactions)).execute(db);
      const credits = await partsOf("bank_assignment_credits", found(transactions)).execute(db);
      const ofLines = Map.groupBy(lines.rows as readonly StoredLine[], (line) => line.assignment_id);
      const ofCredits = Map.groupBy(credits.rows as readonly StoredCredit[], (credit) => credit.assignment_id);
      return (assignments.rows as readonly Row<typeof bankAssignmentRows>[])
        .map(
          (row): BankAssignment => ({
            ...rows.decode(row),
            lines: (ofLines.get(row.id) ?? []).map(lineFrom),
            credits: (ofCredits.get(row.id) ?? []).map(creditFrom),
          }),
        )
        .toSorted(inOrder);
    },

    async insert({ lines, credits, ...assignment }) {
      const { id: assignmentId } = assignment;
      await insertAll(bankAssignmentRows, [rows.encode(assignment)], { db, dialect });
      const withPlaces = <Part>(parts: readonly Part[]) =>
        parts.map((part, place) => ({ mandataireId, assignmentId, place, ...part }));
      await insertAll(bankAssignmentLineRows, withPlaces(lines).map(lineRows.encode), { db, dialect });
      await insertAll(bankAssignmentCreditRows, withPlaces(credits).map(creditRows.encode), { db, dialect });
    },

    async reverse(id, at) {
      await sql`update bank_assignments set is_reversed = ${dialect.boolean(true)}, updated_at = ${dialect.instant(at)}
        where ${own} and id = ${id}`.execute(db);
    },

    async total(accountCode) {
      const { rows: assigned } = await sql<{
        readonly id: BankAssignment["bankTransactionId"];
        readonly total: string;
      }>`
        select assignment.bank_transaction_id as id, ${sumOf(sql`line.amount_cents`)} as total
        from (select * from bank_assignment_lines where ${own} and account_code = ${accountCode}) as line
        ${dialect.lookup("cross", { table: sql`bank_assignments`, as: "assignment", on: sql`assignment.${own} and assignment.id = line.assignment_id` })} where not assignment.is_reversed group by assignment.bank_transaction_id`.execute(
        db,
      );
      if (assigned.length === 0) return ZERO;
      const ids = valueSet(
        bankTransactionRows,
        "id",
        assigned.map(({ id }) => id),
        dialect,
      );
      const { rows: outbound } = await sql<{ readonly id: BankAssignment["bankTransactionId"] }>`
        select id from bank_transactions where ${own} and id in ${ids} and direction = 'outbound'`.execute(db);
      const isOutbound = new Set(outbound.map(({ id }) => id));
      return sum(assigned.map(({ id, total }) => (isOutbound.has(id) ? sumFrom(total) : negate(sumFrom(total)))));
    },
  };
}

/** Sorts by creation, earliest first; ids order assignments of the same instant. */
const inOrder = (one: BankAssignment, other: BankAssignment): number => {
  const [oneKey, otherKey] = [`${one.createdAt} ${one.id}`, `${other.createdAt} ${other.id}`];
  return oneKey < otherKey ? -1 : oneKey > otherKey ? 1 : 0;
};

type StoredLine = Row<typeof bankAssignmentLineRows>;
type StoredCredit = Row<typeof bankAssignmentCreditRows>;

const lineFrom = ({ account_code, auxiliary_code, amount_cents, label, line_id }: StoredLine): AssignmentLine => ({
  accountCode: account_code,
  auxiliaryCode: auxiliary_code,
  amountCents: amount_cents,
  label,
  lineId: line_id,
});

const creditFrom = (credit: StoredCredit): AssignmentCredit => ({
  paymentId: credit.payment_id,
  amountCents: credit.amount_cents,
  tenantLineId: credit.tenant_line_id,
  isRefund: booleanFrom(credit.is_refund as StoredBoolean),
});
