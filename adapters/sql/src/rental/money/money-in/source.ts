import type { Day } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { MandataireId } from "@cartulary/rental/agency";
import {
  type BillingRunId,
  type OwnerPayoutId,
  type RentCallId,
  type RunLineId,
  TENANT_CATEGORIES,
  UNKNOWN_TENANT,
} from "@cartulary/rental/billing";
import {
  byDueDate,
  type CallLine,
  type CreditNoteLine,
  type DueLine,
  type DueShare,
  type LeaseOfCaf,
  type MoneyInSource,
  type PayingParty,
  type TenantOfIban,
  type TenantOfLease,
} from "@cartulary/rental/money";
import type { OwnerId } from "@cartulary/rental/property";
import { type RawBuilder, sql } from "kysely";
import type { Row } from "../../../engine/columns.ts";
import { booleanFrom, type StoredBoolean } from "../../../engine/dialect.ts";
import type { SqlTransaction } from "../../../engine/module.ts";
import { rowsOf } from "../../../engine/row-codec.ts";
import { lookupEach, rowSet, valueSet } from "../../../engine/row-set.ts";
import { sumFrom, sumOf } from "../../../ledger/sums.ts";
import { refusedTransactionOf } from "../../billing/rent-calls/refused-payouts.ts";
import { ownerPayoutRows, rentCallRows } from "../../billing/rent-calls/tables.ts";
import { billingRunRows } from "../../billing/runs/tables.ts";
import { leasePartyRows } from "../../property/tables/lease-terms.ts";
import { bankAccountRows, ownerRows } from "../../property/tables/people.ts";
import { bankTransactionRows, type MoneyInTables, paymentRows } from "./tables.ts";

/** The estate and calls of one mandataire, for matching payments, in SQL. */
export function createMoneyInSource(
  { db, dialect }: SqlTransaction<MoneyInTables>,
  mandataireId: MandataireId,
): MoneyInSource {
  const calls = rowsOf(rentCallRows, dialect);
  const own = sql`mandataire_id = ${mandataireId}`;
  const open = sql`${own} and remaining_amount_cents > 0`;
  const callsOf = <Column extends keyof CallRow & string>(
    column: Column,
    values: readonly CallRow[Column][],
    where = own,
  ): RawBuilder<unknown> => lookupEach(rentCallRows, { column, values, where }, dialect);
  /** Sorts by due date, the order in which debts are settled. */
  const inOrder = async (found: RawBuilder<unknown>) => {
    const { rows } = await found.execute(db);
    return rows.map((row) => calls.decode(row as CallRow)).toSorted(byDueDate);
  };

  /** The active lines of some calls, `called`, from the computation that their run applied. */
  const billed = (found: RawBuilder<unknown>) => sql`(${found}) as called
    ${dialect.lookup("cross", { table: sql`billing_runs`, as: "run", on: sql`run.${own} and run.id = called.billing_run_id` })}
    ${dialect.lookup("cross", {
      table: sql`billing_run_lines`,
      as: "line",
      on: sql`line.${own} and line.call_key = called.call_key and line.billing_run_id = run.id
        and line.computation = run.computation and line.status = 'active'`,
    })}`;

  return {
    callsOf: async (references) => (references.length === 0 ? [] : inOrder(callsOf("reference", references))),
    openCalls: async (tenants) =>
      tenants.length === 0
        ? []
        : inOrder(sql`select * from (${callsOf("tenant_id", tenants)}) as called where remaining_amount_cents > 0`),
    openCallsOfAmounts: async (amounts) =>
      amounts.length === 0
        ? []
        : inOrder(callsOf("remaining_amount_cents", amounts, sql`${open} and tenant_id is not null`)),

    async tenantsOfIbans(ibans) {
      if (ibans.length === 0) return [];
      const { rows } = await sql<TenantOfIban>`
        select account.iban, tenants.id as "tenantId", tenants.display_name as "tenantName"
        from (${lookupEach(bankAccountRows, { column: "iban", values: ibans, where: own }, dialect)}) as account
        ${dialect.lookup("cross", { table: sql`tenants`, as: "tenants", on: sql`tenants.${own} and tenants.id = account.tenant_id` })}
        order by tenants.id, account.id`.execute(db);
      return rows;
    },

    openCallsOfLeases: async (leases) =>
      leases.length === 0
        ? []
        : inOrder(sql`select * from (${callsOf("lease_id", leases)}) as called where remaining_amount_cents > 0`),

    async leasesOfCaf(numbers) {
      if (numbers.length === 0) return [];
      const number = sql`upper(replace(caf_allocataire_number, ' ', ''))`;
      const { rows } = await sql<LeaseOfCaf>`
        with numbered as materialized (
          select id, reference, ${number} as number from leases
          where ${own} and caf_allocataire_number is not null and ${IN_FORCE}
        )
        select lease.number, lease.id as "leaseId", lease.reference as "leaseReference"
        from (select * from numbered where ${dialect.isOneOf("number", numbers)}) as lease
        order by lease.id`.execute(db);
      return rows;
    },

    async leasesPaidBy(tenants) {
      if (tenants.length === 0) return [];
      const wanted = { column: "tenant_id", values: tenants, where: own } as const;
      const { rows } = await sql<PayingParty>`
        select party.tenant_id as "tenantId", lease.id as "leaseId", lease.reference as "leaseReference",
          party.valid_from as "validFrom", party.valid_to as "validTo"
        from (${lookupEach(leasePartyRows, wanted, dialect)}) as party
        ${dialect.lookup("cross", { table: sql`leases`, as: "lease", on: sql`lease.${own} and lease.id = party.lease_id and lease.${IN_FORCE}` })}
        where party.party_type in ('tenant', 'payer', 'guarantor')
        order by party.tenant_id, party.id`.execute(db);
      return rows;
    },

    async tenantsOfLeases(leases) {
      if (leases.length === 0) return [];
      const wanted = { column: "lease_id", values: leases, where: own } as const;
      const { rows } = await sql<TenantOfLease>`
        select party.id, party.role, party.valid_from as "validFrom", party.valid_to as "validTo",
          lease.id as "leaseId", lease.reference as "leaseReference", tenants.id as "tenantId",
          tenants.display_name as "tenantName"
        from (${lookupEach(leasePartyRows, wanted, dialect)}) as party
        ${dialect.lookup("cross", { table: sql`leases`, as: "lease", on: sql`lease.${own} and lease.id = party.lease_id` })}
        ${dialect.lookup("cross", { table: sql`tenants`, as: "tenants", on: sql`tenants.${own} and tenants.id = party.tenant_id` })}
        where party.party_type = 'tenant'
        order by party.id`.execute(db);
      return rows;
    },

    async linesOf(ids) {
      if (ids.length === 0) return [];
      const { rows } = await sql<StoredLine>`
        select called.id as "rentCallId", line.billing_run_id as "billingRunId", line.computation,
          line.id as "lineId", line.amount_ht as "htCents", line.vat_amount as "vatCents"
        from ${billed(callsOf("id", ids))}
        order by called.id, ${PLACE_OF_CATEGORY}, line.lease_reference,
          line.unit_identifier, line.period_start, line.id`.execute(db);
      const { rows: shares } = await sql<StoredShare>`
        select called.id as "rentCallId", line.id as "lineId", part.owner_id as "ownerId",
          part.is_accrual as "isAccrual", part.ht_cents as "htCents", part.vat_cents as "vatCents"
        from ${billed(callsOf("id", ids))} ${dialect.lookup("cross", { table: sql`billing_run_parts`, as: "part", on: PART_OF_LINE })}
        order by part.owner_id`.execute(db);
      const ofLine = Map.groupBy(shares, ({ rentCallId, lineId }) => `${rentCallId} ${lineId}`);
      return rows.map(
        (line): DueLine => ({ ...line, shares: (ofLine.get(`${line.rentCallId} ${line.lineId}`) ?? []).map(shareOf) }),
      );
    },

    async callLines(ids) {
      if (ids.length === 0) return [];
      // By the account of the called tenant: its lines since the billed month, including those of the call.
      const { rows } = await sql<StoredCallLine>`
        with called as materialized (
          select called.id, called.reference, run.period_start as since,
            case when called.kind = 'initial_balance' then 'Lease' else 'BillingRun' end as source_type,
            case when called.kind = 'initial_balance' then called.lease_id else run.id end as source_id,
            coalesce((
              select tenants.accounting_code from tenants where tenants.${own} and tenants.id = called.tenant_id
            ), ${UNKNOWN_TENANT}) as code
          from (${callsOf("id", ids)}) as called
          ${dialect.lookup("cross", { table: sql`billing_runs`, as: "run", on: sql`run.${own} and run.id = called.billing_run_id` })}
        )
        select called.id as "rentCallId", own.id as "lineId", own.accounting_date as "accountingDate"
        from called
        ${dialect.lookup("cross", {
          table: sql`ledger_lines`,
          as: "own",
          on: sql`own.book_id = ${mandataireId} and own.account_code = '411000' and own.auxiliary_code = called.code
            and own.accounting_date >= called.since`,
        })}
        ${dialect.lookup("cross", {
          table: sql`ledger_entries`,
          as: "entry",
          on: sql`entry.book_id = own.book_id and entry.id = own.entry_id and entry.source_type = called.source_type
            and entry.source_id = called.source_id and entry.document_reference = called.reference`,
        })}
        order by called.id, own.entry_id, own.line_number`.execute(db);
      return rows.map((row): CallLine => row);
    },

    async creditNoteLines(payments) {
      if (payments.length === 0) return [];
      const credits = sql`${own} and bank_transaction_id is null and credit_line_id is not null`;
      const wanted = lookupEach(paymentRows, { column: "id", values: payments, where: credits }, dialect);
      const { rows } = await sql<CreditNoteLine>`
        select payment.credit_line_id as "creditLineId", own.id as "lineId"
        from (${wanted}) as payment
        ${dialect.lookup("cross", {
          table: sql`ledger_entries`,
          as: "note",
          on: sql`note.book_id = ${mandataireId} and note.id = payment.entry_id and note.source_type = 'BillingRun'`,
        })}
        ${dialect.lookup("cross", {
          table: sql`ledger_lines`,
          as: "credit",
          on: sql`credit.book_id = ${mandataireId} and credit.id = payment.credit_line_id`,
        })}
        ${dialect.lookup("cross", {
          table: sql`ledger_lines`,
          as: "own",
          on: sql`own.book_id = ${mandataireId} and own.account_code = credit.account_code
            and own.auxiliary_code = credit.auxiliary_code and own.accounting_date = credit.accounting_date
            and own.id <> credit.id`,
        })}
        ${dialect.lookup("cross", {
          table: sql`ledger_entries`,
          as: "entry",
          on: sql`entry.book_id = own.book_id and entry.id = own.entry_id and entry.source_type = note.source_type
            and entry.source_id = note.source_id and entry.document_reference = note.document_reference`,
        })}
        order by own.id`.execute(db);
      return rows;
    },

    async settledRuns(runs) {
      if (runs.length === 0) return [];
      const wanted = lookupEach(billingRunRows, { column: "id", values: runs, where: own, columns: ["id"] }, dialect);
      const { rows } = await sql<{ readonly id: BillingRunId }>`
        select run.id from (${wanted}) as run
        where exists (
            select 1 from payment_allocations as own
            where own.mandataire_id = ${mandataireId} and own.billing_run_id = run.id and own.status = 'allocated'
              and (own.made_by_run_id is null or own.made_by_run_id <> run.id)
          ) or exists (
            select 1 from owner_payouts as payout
            where payout.mandataire_id = ${mandataireId} and payout.billing_run_id = run.id
              and (payout.status not in ('blocked', 'ordered', 'cancelled')
                or ${refusedTransactionOf("payout")} is not null)
          ) or exists (
            select 1 from security_deposits as deposit
            where deposit.mandataire_id = ${mandataireId} and deposit.billing_run_id = run.id
              and deposit.returned_at is not null
          )
        order by run.id`.execute(db);
      return rows.map(({ id }) => id);
    },

    async runsToMark({ bankReferences, servicerReferences, endToEndIds, amounts, payoutReferences }) {
      const ofAmounts = sql`${own} and amount_cents in ${valueSet(bankTransactionRows, "amount_cents", amounts, dialect)}`;
      const undoneBy = (
        column: "bank_reference" | "servicer_reference" | "end_to_end_id",
        values: readonly string[],
        where: RawBuilder<unknown>,
      ) =>
        sql`select id, payment_id from (${lookupEach(
          bankTransactionRows,
          { column, values, where, columns: ["id", "payment_id"] },
          dialect,
        )}) as found`;
      const undone = sql.join(
        [
          undoneBy("bank_reference", bankReferences, own),
          undoneBy("servicer_reference", servicerReferences, ofAmounts),
          undoneBy("end_to_end_id", endToEndIds, ofAmounts),
        ],
        sql` union all `,
      );
      const named = lookupEach(
        ownerPayoutRows,
        { column: "reference", values: payoutReferences, where: own, columns: ["billing_run_id"] },
        dialect,
      );
      const { rows } = await sql<{ readonly id: BillingRunId }>`
        select id from billing_runs
        where mandataire_id = ${mandataireId} and status = 'applied' and cancellable = ${dialect.boolean(true)}
        union
        select allocation.billing_run_id from (${undone}) as undone
        ${dialect.lookup("cross", { table: sql`payment_allocations`, as: "allocation", on: sql`allocation.${own} and allocation.payment_id = undone.payment_id and allocation.status = 'allocated'` })}
        union
        select payout.billing_run_id from (${undone}) as undone
        ${dialect.lookup("cross", { table: sql`owner_payouts`, as: "payout", on: sql`payout.${own} and payout.bank_transaction_id = undone.id` })}
        union
        select billing_run_id from (${named}) as named`.execute(db);
      return rows.map(({ id }) => id);
    },

    async payoutEntries(payouts) {
      if (payouts.length === 0) return new Map();
      const { rows } = await sql<{ readonly id: OwnerPayoutId; readonly made: number }>`
        select source_id as id, count(*) as made from ledger_sources
        where book_id = ${mandataireId} and source_type = 'OwnerPayout'
          and source_id in ${valueSet(ownerPayoutRows, "id", payouts, dialect)}
        group by source_id`.execute(db);
      return new Map(rows.map(({ id, made }) => [id, made]));
    },

    async unpaidPartsOf(owners) {
      if (owners.length === 0) return new Map();
      const isAccrual = dialect.boolean(true);
      const wanted = rowSet(
        ownerRows,
        ["id"],
        owners.map((id) => ({ id })),
        dialect,
      );
      // By the runs with an open call, and each owner's part of them. This reads neither all years of the owner nor the
      // debts of all others.
      const { rows } = await sql<{ readonly ownerId: OwnerId; readonly unpaid: string }>`
        with due as materialized (
          select wanted.id as owner_id, called.id as call_id, part.ht_cents + part.vat_cents as cents
          from (${wanted}) as wanted
          cross join (select distinct billing_run_id from rent_calls where ${open}) as opened
          ${dialect.lookup("cross", { table: sql`billing_runs`, as: "run", on: sql`run.${own} and run.id = opened.billing_run_id` })}
          ${dialect.lookup("cross", {
            table: sql`billing_run_parts`,
            as: "part",
            on: sql`part.${own} and part.owner_id = wanted.id and part.billing_run_id = run.id
              and part.computation = run.computation and part.is_accrual = ${isAccrual}`,
          })}
          ${dialect.lookup("cross", {
            table: sql`billing_run_lines`,
            as: "line",
            on: sql`line.${own} and line.billing_run_id = part.billing_run_id and line.computation = part.computation
              and line.id = part.line_id and line.status = 'active'`,
          })}
          ${dialect.lookup("cross", { table: sql`rent_calls`, as: "called", on: sql`called.${own} and called.billing_run_id = line.billing_run_id and called.call_key = line.call_key` })}
          where called.remaining_amount_cents > 0
        )
        select each.owner_id as "ownerId", ${sumOf(sql`each.cents`)} as unpaid from (
          select owner_id, cents from due
          union all
          select due.owner_id, -(part.ht_cents + part.vat_cents) as cents
          from (select distinct owner_id, call_id from due) as due
          ${dialect.lookup("cross", { table: sql`payment_allocations`, as: "allocation", on: sql`allocation.${own} and allocation.rent_call_id = due.call_id and allocation.status = 'allocated'` })}
          ${dialect.lookup("cross", {
            table: sql`collected_parts`,
            as: "part",
            on: sql`part.${own} and part.allocation_id = allocation.id and part.owner_id = due.owner_id
              and part.status = 'allocated' and part.is_accrual = ${isAccrual}`,
          })}
        ) as each group by each.owner_id order by each.owner_id`.execute(db);
      return new Map(rows.map(({ ownerId, unpaid }): readonly [OwnerId, Cents] => [ownerId, sumFrom(unpaid)]));
    },
  };
}

/** The place of a line's category in the order in which an instalment fills the lines of a call. */
const PLACE_OF_CATEGORY = sql`case line.billing_category ${sql.join(
  TENANT_CATEGORIES.map((category, place) => sql`when ${sql.lit(category)} then ${sql.lit(place)}`),
  sql` `,
)} end`;

/** Leases that are or were in force. */
const IN_FORCE = sql`status not in ('draft', 'cancelled')`;

type CallRow = Row<typeof rentCallRows>;

const PART_OF_LINE = sql`part.mandataire_id = line.mandataire_id and part.billing_run_id = line.billing_run_id
  and part.computation = line.computation and part.line_id = line.id`;

type StoredLine = Omit<DueLine, "shares">;

interface StoredShare extends Omit<DueShare, "isAccrual"> {
  readonly rentCallId: RentCallId;
  readonly lineId: RunLineId;
  readonly isAccrual: StoredBoolean;
}

const shareOf = ({ ownerId, isAccrual, htCents, vatCents }: StoredShare): DueShare => ({
  ownerId,
  isAccrual: booleanFrom(isAccrual),
  htCents,
  vatCents,
});

interface StoredCallLine extends CallLine {
  readonly accountingDate: Day;
}
