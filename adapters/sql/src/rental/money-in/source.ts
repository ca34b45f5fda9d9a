import type { Day } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import {
  type BillingRunId,
  type CallLine,
  type DueLine,
  type DueShare,
  type MandataireId,
  type MoneyInSource,
  type OwnerId,
  type RentCallId,
  type RunLineId,
  type TenantOfCaf,
  type TenantOfIban,
  UNKNOWN_TENANT,
} from "@cartulary/rental";
import { type RawBuilder, sql } from "kysely";
import { booleanFrom, type StoredBoolean } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { valueSet } from "../../engine/row-set.ts";
import { rowsOf } from "../../engine/rows.ts";
import { sumFrom, sumOf } from "../../ledger/sums.ts";
import { billingRunRows } from "../billing/tables.ts";
import { rentCallRows } from "../calls/tables.ts";
import { leaseRows } from "../estate/tables/leases.ts";
import { bankAccountRows, ownerRows } from "../estate/tables/people.ts";
import type { MoneyInTables } from "./tables.ts";

/** What is read of one mandataire's estate and calls to find out what was paid, in SQL. */
export function createMoneyInSource(
  { db, dialect }: SqlTransaction<MoneyInTables>,
  mandataireId: MandataireId,
): MoneyInSource {
  const calls = rowsOf(rentCallRows, dialect);
  const setOfCalls = (ids: readonly RentCallId[]) => valueSet(rentCallRows, "id", ids, dialect);
  const callsWhere = async (condition: RawBuilder<unknown>) => {
    const found = await db
      .selectFrom("rent_calls")
      .select(calls.columns("rent_calls"))
      .where("rent_calls.mandataire_id", "=", mandataireId)
      .where(condition as never)
      .orderBy("due_date")
      .orderBy("reference")
      .execute();
    return found.map(calls.decode);
  };
  const open = sql`rent_calls.remaining_amount_cents > 0`;

  return {
    callsOf: async (references) =>
      references.length === 0
        ? []
        : callsWhere(sql`rent_calls.reference in ${valueSet(rentCallRows, "reference", references, dialect)}`),

    openCalls: async (tenants) =>
      tenants.length === 0
        ? []
        : callsWhere(sql`${open} and rent_calls.tenant_id in ${valueSet(rentCallRows, "tenant_id", tenants, dialect)}`),

    openCallsOfAmounts: async (amounts) =>
      amounts.length === 0
        ? []
        : callsWhere(sql`rent_calls.tenant_id is not null and rent_calls.remaining_amount_cents > 0
            and rent_calls.remaining_amount_cents in
              ${valueSet(rentCallRows, "remaining_amount_cents", amounts, dialect)}`),

    async tenantsOfIbans(ibans) {
      if (ibans.length === 0) return [];
      const { rows } = await sql<TenantOfIban>`
        select bank_accounts.iban, tenants.id as "tenantId", tenants.display_name as "tenantName"
        from bank_accounts
        join tenants on tenants.mandataire_id = bank_accounts.mandataire_id and tenants.id = bank_accounts.tenant_id
        where bank_accounts.mandataire_id = ${mandataireId}
          and bank_accounts.iban in ${valueSet(bankAccountRows, "iban", ibans, dialect)}
        order by tenants.id, bank_accounts.id`.execute(db);
      return rows;
    },

    async tenantsOfCaf(numbers) {
      if (numbers.length === 0) return [];
      const number = sql`upper(replace(leases.caf_allocataire_number, ' ', ''))`;
      const { rows } = await sql<TenantOfCaf>`
        select ${number} as number, leases.id as "leaseId", leases.reference as "leaseReference",
          tenants.id as "tenantId",
          tenants.display_name as "tenantName"
        from leases
        join lease_parties as party on party.mandataire_id = leases.mandataire_id and party.lease_id = leases.id
          and party.party_type = 'tenant'
        join tenants on tenants.mandataire_id = party.mandataire_id and tenants.id = party.tenant_id
        where leases.mandataire_id = ${mandataireId} and leases.caf_allocataire_number is not null
          and leases.status not in ('draft', 'cancelled')
          and ${number} in ${valueSet(leaseRows, "caf_allocataire_number", numbers, dialect)}
        order by leases.id, party.id`.execute(db);
      return rows;
    },

    async linesOf(ids) {
      if (ids.length === 0) return [];
      const { rows } = await sql<StoredLine>`
        select rent_calls.id as "rentCallId", line.billing_run_id as "billingRunId", line.computation,
          line.id as "lineId", line.amount_ht as "htCents", line.vat_amount as "vatCents"
        from ${billed(setOfCalls(ids), mandataireId)}
        order by rent_calls.id, case when line.billing_category = 'rent' then 0 else 1 end, line.lease_reference,
          line.unit_identifier, line.period_start, line.id`.execute(db);
      const { rows: shares } = await sql<StoredShare>`
        select rent_calls.id as "rentCallId", line.id as "lineId", part.owner_id as "ownerId",
          part.is_accrual as "isAccrual", part.ht_cents as "htCents", part.vat_cents as "vatCents"
        from ${billed(setOfCalls(ids), mandataireId)}
        join billing_run_parts as part on part.mandataire_id = line.mandataire_id
          and part.billing_run_id = line.billing_run_id and part.computation = line.computation
          and part.line_id = line.id
        order by part.owner_id`.execute(db);
      const ofLine = Map.groupBy(shares, ({ rentCallId, lineId }) => `${rentCallId} ${lineId}`);
      return rows.map(
        (line): DueLine => ({ ...line, shares: (ofLine.get(`${line.rentCallId} ${line.lineId}`) ?? []).map(shareOf) }),
      );
    },

    async callLines(ids) {
      if (ids.length === 0) return [];
      // By the account of whoever was called: his lines since the month that was billed, those of the call among them.
      const { rows } = await sql<StoredCallLine>`
        with called as materialized (
          select rent_calls.id, rent_calls.reference, run.id as run_id, run.period_start as since,
            coalesce(tenants.accounting_code, ${UNKNOWN_TENANT}) as code
          from rent_calls
          join billing_runs as run on run.mandataire_id = rent_calls.mandataire_id and run.id = rent_calls.billing_run_id
          left join tenants on tenants.mandataire_id = rent_calls.mandataire_id and tenants.id = rent_calls.tenant_id
          where rent_calls.mandataire_id = ${mandataireId} and rent_calls.id in ${setOfCalls(ids)}
        )
        select called.id as "rentCallId", own.id as "lineId", own.accounting_date as "accountingDate"
        from called
        join ledger_lines as own on own.book_id = ${mandataireId} and own.account_code = '411000'
          and own.auxiliary_code = called.code and own.accounting_date >= called.since
        join ledger_entries as entry on entry.book_id = own.book_id and entry.id = own.entry_id
          and entry.source_type = 'BillingRun' and entry.source_id = called.run_id
          and entry.document_reference = called.reference
        order by called.id, own.entry_id, own.line_number`.execute(db);
      return rows.map((row): CallLine => row);
    },

    async settledRuns(runs) {
      if (runs.length === 0) return [];
      const { rows } = await sql<{ readonly id: BillingRunId }>`
        select run.id from billing_runs as run
        where run.mandataire_id = ${mandataireId} and run.id in ${valueSet(billingRunRows, "id", runs, dialect)}
          and (exists (
            select 1 from payment_allocations as own
            where own.mandataire_id = run.mandataire_id and own.billing_run_id = run.id and own.status = 'allocated'
              and (own.made_by_run_id is null or own.made_by_run_id <> run.id)
          ) or exists (
            select 1 from owner_payouts as payout
            where payout.mandataire_id = run.mandataire_id and payout.billing_run_id = run.id
              and payout.status not in ('blocked', 'ordered', 'cancelled')
          ))
        order by run.id`.execute(db);
      return rows.map(({ id }) => id);
    },

    async unpaidPartsOf(owners) {
      if (owners.length === 0) return new Map();
      const own = valueSet(ownerRows, "id", owners, dialect);
      const isAccrual = dialect.boolean(true);
      const { rows } = await sql<{ readonly ownerId: OwnerId; readonly unpaid: string }>`
        select due.owner_id as "ownerId", ${sumOf(sql`due.cents`)} as unpaid from (
          select part.owner_id, part.ht_cents + part.vat_cents as cents
          from rent_calls
          join billing_runs as run on run.mandataire_id = rent_calls.mandataire_id and run.id = rent_calls.billing_run_id
          join billing_run_lines as line on line.mandataire_id = run.mandataire_id and line.call_key = rent_calls.call_key
            and line.billing_run_id = run.id and line.computation = run.computation and line.status = 'active'
          join billing_run_parts as part on part.mandataire_id = line.mandataire_id and part.billing_run_id = run.id
            and part.computation = line.computation and part.line_id = line.id
          where rent_calls.mandataire_id = ${mandataireId} and rent_calls.remaining_amount_cents > 0
            and part.is_accrual = ${isAccrual} and part.owner_id in ${own}
          union all
          select part.owner_id, -(part.ht_cents + part.vat_cents) as cents
          from collected_parts as part
          join payment_allocations as allocation on allocation.mandataire_id = part.mandataire_id
            and allocation.id = part.allocation_id and allocation.status = 'allocated'
          join rent_calls on rent_calls.mandataire_id = allocation.mandataire_id
            and rent_calls.id = allocation.rent_call_id and rent_calls.remaining_amount_cents > 0
          where part.mandataire_id = ${mandataireId} and part.status = 'allocated' and part.is_accrual = ${isAccrual}
            and part.owner_id in ${own}
        ) as due group by due.owner_id order by due.owner_id`.execute(db);
      return new Map(rows.map(({ ownerId, unpaid }): readonly [OwnerId, Cents] => [ownerId, sumFrom(unpaid)]));
    },
  };
}

/** The lines that count of some calls, of the computation by which their run was applied. */
const billed = (calls: RawBuilder<unknown>, mandataireId: MandataireId) => sql`rent_calls
  join billing_runs as run on run.mandataire_id = rent_calls.mandataire_id and run.id = rent_calls.billing_run_id
  join billing_run_lines as line on line.mandataire_id = rent_calls.mandataire_id and line.call_key = rent_calls.call_key
    and line.billing_run_id = run.id and line.computation = run.computation and line.status = 'active'
    and rent_calls.mandataire_id = ${mandataireId} and rent_calls.id in ${calls}`;

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
