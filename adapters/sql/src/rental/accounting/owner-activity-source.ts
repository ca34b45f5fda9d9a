import type { Day } from "@cartulary/kernel";
import type {
  OwnerActivitySource,
  OwnerChargeRow,
  OwnerCreditRow,
  OwnerInvoiceRow,
  OwnerPayoutRow,
  StatementPeriod,
} from "@cartulary/rental/accounting";
import type { MandataireId } from "@cartulary/rental/agency";
import type { OwnerId } from "@cartulary/rental/property";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { sumFrom, sumOf } from "../../ledger/sums.ts";
import type { EstateTables } from "../property/tables.ts";

type CreditRow = Omit<OwnerCreditRow, "isInPeriod" | "htCents" | "vatCents"> & {
  readonly inPeriod: number;
  readonly ht: string;
  readonly vat: string;
};

const NO_DAY = "";

export function createOwnerActivitySource(
  { db, dialect }: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
): OwnerActivitySource {
  return {
    async ofOwner(ownerId, period) {
      const called = await sql<CreditRow>`${creditRows(calledParts(mandataireId, ownerId), period)}`.execute(db);
      const received =
        await sql<CreditRow>`${creditRows(receivedParts(mandataireId, ownerId, dialect), period)}`.execute(db);
      const charges = await sql<OwnerChargeRow>`${chargeRows(mandataireId, ownerId, period)}`.execute(db);
      const invoices = await sql<OwnerInvoiceRow>`${invoiceRows(mandataireId, ownerId, period)}`.execute(db);
      const payouts = await sql<
        Omit<OwnerPayoutRow, "amountCents"> & { readonly amount: string }
      >`${payoutRows(mandataireId, ownerId, period)}`.execute(db);
      return {
        called: called.rows.map(creditFrom),
        received: received.rows.map(creditFrom),
        charges: charges.rows,
        invoices: invoices.rows,
        payouts: payouts.rows
          .map(({ amount, ...row }) => ({ ...row, amountCents: sumFrom(amount) }))
          .filter(({ amountCents }) => amountCents !== 0),
      };
    },
  };
}

const creditFrom = ({ inPeriod, ht, vat, ...row }: CreditRow): OwnerCreditRow => ({
  ...row,
  isInPeriod: inPeriod === 1,
  htCents: sumFrom(ht),
  vatCents: sumFrom(vat),
});

/**
 * The day of a run's entries: the first day of its month, or the next one in an open period (rental.md 3.2). The hidden
 * run of an initial balance has no entry of its own.
 */
const RUN_DAY = sql`coalesce((select min(entry.accounting_date)
  from ledger_sources as source
  join ledger_entries as entry on entry.book_id = source.book_id and entry.id = source.entry_id
  where source.book_id = run.mandataire_id and source.source_type = 'BillingRun' and source.source_id = run.id),
  run.period_start)`;

/** Joins the tenant's line `line` to its unit. */
const UNIT = sql`left join lease_units on lease_units.mandataire_id = line.mandataire_id
  and lease_units.id = line.lease_unit_id`;

/** An owner's parts of calls that are not cancelled. */
const calledParts = (mandataireId: MandataireId, ownerId: OwnerId): RawBuilder<unknown> => sql`
  select line.*, lease_units.unit_id, part.ht_cents, part.vat_cents, ${RUN_DAY} as day
  from billing_run_parts as part
  join billing_runs as run on run.mandataire_id = part.mandataire_id and run.id = part.billing_run_id
    and run.computation = part.computation
  join billing_run_lines as line on line.mandataire_id = part.mandataire_id
    and line.billing_run_id = part.billing_run_id and line.computation = part.computation and line.id = part.line_id
  join rent_calls as call on call.mandataire_id = line.mandataire_id and call.billing_run_id = line.billing_run_id
    and call.call_key = line.call_key
  ${UNIT}
  where part.mandataire_id = ${mandataireId} and part.owner_id = ${ownerId}
    and line.line_type = 'tenant' and line.status = 'active' and call.status <> 'cancelled'`;

/**
 * An owner's parts of payments, by the day of the bank. A payment that was taken back counts on that day, and with the
 * other sign on the day of its reversal in the book: what a statement of an earlier period says stays true. Payments of
 * cancelled calls are left out, as the calls are.
 */
const receivedParts = (mandataireId: MandataireId, ownerId: OwnerId, dialect: Dialect): RawBuilder<unknown> => sql`
  select line.*, lease_units.unit_id, part.ht_cents * movement.sign as ht_cents,
    part.vat_cents * movement.sign as vat_cents,
    case when movement.sign > 0 then part.booked_on else ${takenBackOn} end as day
  from collected_parts as part
  join payment_allocations as allocation on allocation.mandataire_id = part.mandataire_id
    and allocation.id = part.allocation_id
  join rent_calls as call on call.mandataire_id = allocation.mandataire_id and call.id = allocation.rent_call_id
  join (select 1 as sign union all select -1) as movement on movement.sign > 0 or allocation.status = 'reversed'
  ${dialect.lookup("cross", {
    table: sql`billing_run_lines`,
    as: "line",
    on: sql`line.mandataire_id = allocation.mandataire_id and line.billing_run_id = allocation.billing_run_id
      and line.computation = allocation.computation and line.id = allocation.line_id`,
  })}
  ${UNIT}
  where part.mandataire_id = ${mandataireId} and part.owner_id = ${ownerId} and (allocation.status = 'allocated'
    or (call.status <> 'cancelled' and (part.ht_cents + part.vat_cents > 0)
      = (allocation.ht_cents + allocation.vat_cents > 0)))`;

/** The day on which a reversed allocation left the book: with its transfer to owners, else with its payment. */
const takenBackOn = sql`coalesce(
  (select min(reversal.accounting_date) from ledger_entries as reversal
    where reversal.book_id = allocation.mandataire_id and reversal.reversal_of_id = allocation.transfer_id),
  (select min(reversal.accounting_date) from ledger_lines as carrier
    join ledger_entries as reversal on reversal.book_id = carrier.book_id and reversal.reversal_of_id = carrier.entry_id
    where carrier.book_id = allocation.mandataire_id and carrier.id = allocation.tenant_line_id),
  part.booked_on)`;

/** Sums parts by unit, tenant and category, in the period and before it. */
const creditRows = (parts: RawBuilder<unknown>, { from, to }: StatementPeriod): RawBuilder<CreditRow> => sql`
  select property_id as "propertyId", max(property_name) as "propertyName", unit_id as "unitId",
    unit_identifier as "unitIdentifier", tenant_id as "tenantId", max(tenant_name) as "tenantName",
    lease_id as "leaseId", billing_category as "billingCategory", in_period as "inPeriod",
    ${sumOf(sql`part.ht_cents`)} as ht, ${sumOf(sql`part.vat_cents`)} as vat
  from (
    select each.*, case when each.day >= ${from ?? NO_DAY} then 1 else 0 end as in_period
    from (${parts}) as each
    where ${through(sql`each.day`, to)}
  ) as part
  group by property_id, unit_id, unit_identifier, tenant_id, lease_id, billing_category, in_period
  order by max(property_name), property_id, unit_identifier, unit_id, max(tenant_name), tenant_id, lease_id,
    billing_category`;

const through = (day: RawBuilder<unknown>, to: Day | null): RawBuilder<SqlBool> =>
  to === null ? sql`1 = 1` : sql`${day} <= ${to}`;

const chargeRows = (mandataireId: MandataireId, ownerId: OwnerId, { from, to }: StatementPeriod) => sql`
  select day as "on", billing_category as "billingCategory", label, amount_ht as "htCents", vat_amount as "vatCents"
  from (
    select line.id, line.billing_category, line.label, line.amount_ht, line.vat_amount, ${RUN_DAY} as day
    from billing_run_lines as line
    join billing_runs as run on run.mandataire_id = line.mandataire_id and run.id = line.billing_run_id
      and run.computation = line.computation
    where line.mandataire_id = ${mandataireId} and line.owner_id = ${ownerId} and line.line_type = 'owner'
      and line.status = 'active' and run.status = 'applied'
      and line.billing_category in ('management_fee', 'management_fee_vat', 'service_fee', 'gli_premium')
  ) as charge
  where day >= ${from ?? NO_DAY} and ${through(sql`day`, to)}
  order by day, id`;

/** The owner's parts of suppliers' invoices, by the day of their entries. */
const invoiceRows = (mandataireId: MandataireId, ownerId: OwnerId, { from, to }: StatementPeriod) => sql`
  select entry.accounting_date as "on", invoice.label, part.amount_cents as "amountCents",
    invoice.charge_nature as "chargeNature"
  from supplier_invoice_parts as part
  join supplier_invoices as invoice on invoice.mandataire_id = part.mandataire_id and invoice.id = part.invoice_id
  join ledger_entries as entry on entry.book_id = invoice.mandataire_id and entry.id = invoice.entry_id
  where part.mandataire_id = ${mandataireId} and part.owner_id = ${ownerId}
    and entry.accounting_date >= ${from ?? NO_DAY} and ${through(sql`entry.accounting_date`, to)}
  order by entry.accounting_date, invoice.id`;

/** Sums the payouts from the owner's account to the bank, by their entries, less returned payouts. */
const payoutRows = (mandataireId: MandataireId, ownerId: OwnerId, { from, to }: StatementPeriod) => sql`
  select payout.reference, min(line.accounting_date) as "on",
    ${sumOf(sql`line.debit_cents - line.credit_cents`)} as amount
  from owners
  join owner_payouts as payout on payout.mandataire_id = owners.mandataire_id and payout.owner_id = owners.id
  join ledger_lines as line on line.book_id = owners.mandataire_id and line.account_code = '467000'
    and line.auxiliary_code = owners.accounting_code
  join ledger_entries as entry on entry.book_id = line.book_id and entry.id = line.entry_id
    and entry.document_reference = payout.reference
  where owners.mandataire_id = ${mandataireId} and owners.id = ${ownerId}
    and line.accounting_date >= ${from ?? NO_DAY} and ${through(sql`line.accounting_date`, to)}
  group by payout.reference
  order by min(line.accounting_date), payout.reference`;
