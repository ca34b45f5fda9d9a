import type { MoneyInspection, MoneyViolation } from "@cartulary/rental";
import type { MandataireId } from "@cartulary/rental/agency";
import { type RawBuilder, sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import type { MoneyInTables } from "../money/money-in/tables.ts";

/** Selects the ids of one mandataire's rows with a violation, as the column `id`. */
type Faulty = (mandataireId: MandataireId) => RawBuilder<unknown>;

/** The lines of the current computations. */
const linesRead: Faulty = (id) => sql`select line.* from billing_run_lines as line
  join billing_runs as run on run.mandataire_id = line.mandataire_id and run.id = line.billing_run_id
    and run.computation = line.computation
  where line.mandataire_id = ${id}`;

/** The sums of entries on an account, debits positive, by source and document reference. */
const moved = (id: MandataireId, account: string, among: RawBuilder<unknown>) => sql`select entry.source_id,
    entry.document_reference, sum(line.debit_cents - line.credit_cents) as cents
  from ledger_entries as entry
  join ledger_lines as line on line.book_id = entry.book_id and line.entry_id = entry.id
  where entry.book_id = ${id} and line.account_code = ${account} and ${among}
  group by entry.source_id, entry.document_reference`;

/** The sums by document reference. */
const movedBy = (id: MandataireId, account: string, among: RawBuilder<unknown>) => sql`select document_reference,
    sum(cents) as cents from (${moved(id, account, among)}) as by_source group by document_reference`;

/** The signed amount of a bank transaction, inbound positive. */
const SIGNED = sql`case when direction = 'inbound' then amount_cents else -amount_cents end`;
/** The part of a bank transaction in suspense. */
const SUSPENDED = sql`case when direction = 'inbound' then 1 else -1 end
  * (amount_cents - settled_cents - assigned_cents)`;
/** A bank reference; "" for returns and transactions with manual assignments. */
const keyOf = (id: MandataireId, column: string) => sql`case when ${sql.ref(column)} in (
    select moved.bank_reference from bank_transactions as moved where moved.mandataire_id = ${id}
      and (moved.method = 'rejection' and moved.direction = 'outbound' or exists (
        select 1 from bank_assignments as assignment
        where assignment.mandataire_id = moved.mandataire_id and assignment.bank_transaction_id = moved.id)))
  then '' else ${sql.ref(column)} end`;
const ofRuns = sql`entry.source_type = 'BillingRun'`;
const ofCalls = sql`entry.source_type in ('BillingRun', 'Lease')`;
const ofTheBank = sql`entry.journal = 'BANQUE'`;
const or0 = (column: string) => sql`coalesce(${sql.ref(column)}, 0)`;

/** Tables with yearly numbers: `AP-2026` is the counter of `AP-2026-000001`. */
const NUMBERED: readonly string[] = ["billing_runs", "rent_calls", "payments", "owner_payouts"];

const FAULTY: Readonly<Record<MoneyViolation, Faulty>> = {
  runUnlikeLines: (id) => sql`select run.id from billing_runs as run left join (
      select billing_run_id,
        sum(case when line_type = 'tenant' and status = 'active' then amount_ttc else 0 end) as called,
        sum(case when billing_category = 'payout' and status = 'active' then amount_ttc else 0 end) as paid_out,
        sum(case when line_type = 'tenant' then 1 else 0 end) as tenant_lines
      from (${linesRead(id)}) as line group by billing_run_id) as of_run on of_run.billing_run_id = run.id
    where run.mandataire_id = ${id} and run.computation is not null
      and (run.total_tenant_amount <> ${or0("called")} or run.total_owner_amount <> ${or0("paid_out")}
        or run.lines_count <> ${or0("tenant_lines")})`,

  runUnlikeCalls: (id) => sql`select run.id from billing_runs as run left join (
      select billing_run_id, sum(total_amount_cents) as called from rent_calls where mandataire_id = ${id}
      group by billing_run_id) as of_run on of_run.billing_run_id = run.id
    where run.mandataire_id = ${id}
      and ${or0("called")} <> case when run.applied_at is null then 0 else run.total_tenant_amount end`,

  runUnlikeBook: (id) => sql`select run.id from billing_runs as run
    join ledger_entries as entry on entry.book_id = run.mandataire_id and entry.source_type = 'BillingRun'
      and entry.source_id = run.id
    left join ledger_entries as reversal on reversal.book_id = entry.book_id and reversal.reversal_of_id = entry.id
    where run.mandataire_id = ${id} and (run.applied_at is null or run.status not in ('applied', 'cancelled')
      or (reversal.id is not null) <> (run.status = 'cancelled'))`,

  billedTwice: (id) => sql`select id from (select line.id, line.period_start,
      lag(line.period_end) over (partition by line.lease_unit_id, line.billing_category
        order by line.period_start, line.period_end) as billed_until
      from (${linesRead(id)}) as line
      join billing_runs as run on run.mandataire_id = line.mandataire_id and run.id = line.billing_run_id
      where run.status = 'applied' and line.line_type = 'tenant' and line.status = 'active'
        and line.lease_unit_id is not null and not line.adjustment) as billed
    where period_start <= billed_until`,

  callUnlikeLines: (id) => sql`select call.id from rent_calls as call left join (
      select billing_run_id, call_key, sum(amount_ttc) as cents from (${linesRead(id)}) as line
      where line_type = 'tenant' and status = 'active' group by billing_run_id, call_key) as of_call
        on of_call.billing_run_id = call.billing_run_id and of_call.call_key = call.call_key
    where call.mandataire_id = ${id} and (call.total_amount_cents <> ${or0("of_call.cents")}
      or call.total_amount_cents <> call.rent_amount_cents + call.charges_amount_cents + call.other_amount_cents)`,

  callUnlikeBook: (id) => sql`select call.id from rent_calls as call
    left join (${moved(id, "411000", ofCalls)}) as booked
      on booked.source_id = case when call.kind = 'initial_balance' then call.lease_id else call.billing_run_id end
      and booked.document_reference = call.reference
    where call.mandataire_id = ${id} and call.total_amount_cents <> ${or0("booked.cents")}`,

  callUnlikePayments: (id) => sql`select call.id from rent_calls as call left join (
      select rent_call_id, sum(ht_cents + vat_cents) as cents from payment_allocations
      where mandataire_id = ${id} and status = 'allocated' group by rent_call_id) as paid on paid.rent_call_id = call.id
    where call.mandataire_id = ${id} and (call.paid_amount_cents <> ${or0("paid.cents")}
      or call.remaining_amount_cents <> case when call.status = 'cancelled' or call.total_amount_cents < 0 then 0
        else call.total_amount_cents - call.paid_amount_cents end
      or call.fully_paid <> (call.status <> 'cancelled' and call.remaining_amount_cents = 0)
      or (call.status = 'paid') <> (call.remaining_amount_cents = 0 and call.status <> 'cancelled'
        and (call.paid_amount_cents > 0 or call.kind = 'initial_balance' and call.total_amount_cents < 0))
      or (call.status = 'partially_paid') <> (call.paid_amount_cents > 0 and call.remaining_amount_cents > 0))`,

  lineOverpaid: (id) => sql`select line.id from (${linesRead(id)}) as line join (
      select line_id, sum(ht_cents) as ht, sum(vat_cents) as vat from payment_allocations
      where mandataire_id = ${id} and status = 'allocated' group by line_id) as paid on paid.line_id = line.id
    where paid.ht > line.amount_ht or paid.vat > line.vat_amount`,

  paymentUnlikeParts: (id) => sql`select payment.id from payments as payment left join (
      select payment_id, sum(ht_cents + vat_cents) as cents from payment_allocations
      where mandataire_id = ${id} and status = 'allocated' group by payment_id) as used on used.payment_id = payment.id
    where payment.mandataire_id = ${id} and (payment.allocated_cents <> ${or0("used.cents")}
      or payment.remaining_cents <> payment.amount_cents - payment.allocated_cents - payment.refunded_cents
      or payment.remaining_cents < 0
      or payment.status <> 'rejected' and payment.status <> case
        when payment.refunded_cents > 0 and payment.remaining_cents = 0 then 'refunded'
        when payment.allocated_cents = 0 then 'received'
        when payment.remaining_cents = 0 then 'allocated' else 'partially_allocated' end)`,

  paymentUnlikeBank: (id) => sql`select payment.id from payments as payment
    join bank_transactions as moved on moved.mandataire_id = payment.mandataire_id
      and moved.id = payment.bank_transaction_id
    left join bank_assignment_credits as credit on credit.mandataire_id = payment.mandataire_id
      and credit.payment_id = payment.id and not credit.is_refund
    where payment.mandataire_id = ${id} and (payment.payment_date <> moved.booked_on
      or payment.direction <> moved.direction
      or case when credit.payment_id is not null then payment.amount_cents <> credit.amount_cents
        else moved.payment_id is null or moved.payment_id <> payment.id or payment.amount_cents > moved.settled_cents
          or payment.amount_cents <> moved.amount_cents and not exists (select 1 from bank_assignments as assignment
            where assignment.mandataire_id = moved.mandataire_id and assignment.bank_transaction_id = moved.id) end)`,

  allocationUnlikeOwners: (id) => sql`select allocation.id from payment_allocations as allocation
    join billing_run_lines as line on line.mandataire_id = allocation.mandataire_id
      and line.billing_run_id = allocation.billing_run_id and line.computation = allocation.computation
      and line.id = allocation.line_id
    left join (select allocation_id, sum(ht_cents) as ht, sum(vat_cents) as vat from collected_parts
      where mandataire_id = ${id} and status = 'allocated' group by allocation_id) as owned
        on owned.allocation_id = allocation.id
    where allocation.mandataire_id = ${id} and case when allocation.status = 'reversed'
      then ${or0("owned.ht")} <> 0 or ${or0("owned.vat")} <> 0
      when line.suspense_ht = 0 and line.suspense_vat = 0
        and line.billing_category not in ('deposit', 'tenant_fee')
      then ${or0("owned.ht")} <> allocation.ht_cents or ${or0("owned.vat")} <> allocation.vat_cents
      else abs(${or0("owned.ht")}) > abs(allocation.ht_cents)
        or abs(${or0("owned.vat")}) > abs(allocation.vat_cents) end`,

  // Several transactions may share a reference; the book then has one sum for them.
  transactionUnlikeBook: (
    id,
  ) => sql`select id from bank_transactions where mandataire_id = ${id} and bank_reference in (
      select reference from (
        select bank_reference as reference, ${SIGNED} as cents from bank_transactions where mandataire_id = ${id}
        union all select bank_reference, amount_cents from fee_withdrawals
          where mandataire_id = ${id} and bank_reference is not null
        union all select document_reference, -cents from (${movedBy(id, "512000", ofTheBank)}) as booked) as sums
      group by reference having sum(cents) <> 0)`,

  // A reversal counts with its original entry, for any reason. A return and the rest of the transaction that it
  // reverses can both be in suspense if the transaction was partly assigned: all such transactions are one sum.
  suspenseUnlikeBook: (id) => sql`select id from bank_transactions where mandataire_id = ${id}
    and ((status = 'matched') <> (amount_cents = settled_cents + assigned_cents) or settled_cents < 0
      or assigned_cents < 0 or settled_cents + assigned_cents > amount_cents or ${keyOf(id, "bank_reference")} in (
      select ${keyOf(id, "reference")} from (
        select bank_reference as reference, ${SUSPENDED} as waiting, 0 as suspended from bank_transactions
          where mandataire_id = ${id} and status = 'unmatched'
        union all select coalesce(original.document_reference, entry.document_reference), 0,
            line.credit_cents - line.debit_cents
          from ledger_entries as entry
          join ledger_lines as line on line.book_id = entry.book_id and line.entry_id = entry.id
          left join ledger_entries as original on original.book_id = entry.book_id
            and original.id = entry.reversal_of_id
          where entry.book_id = ${id} and line.account_code = '471000' and entry.journal = 'BANQUE') as sums
      group by 1 having case when sum(waiting) = 0 then sum(suspended) <> 0
        when sum(waiting) > 0 then sum(suspended) not between 1 and sum(waiting)
        else sum(suspended) not between sum(waiting) and -1 end))`,

  assignmentUnlikeBook: (id) => sql`select moved.id from bank_transactions as moved left join (
      select assignment.bank_transaction_id, sum(assignment.amount_cents) as cents from bank_assignments as assignment
      where assignment.mandataire_id = ${id} and not assignment.is_reversed
      group by assignment.bank_transaction_id) as counting on counting.bank_transaction_id = moved.id
    where moved.mandataire_id = ${id} and moved.assigned_cents <> ${or0("counting.cents")}
    union all select assignment.bank_transaction_id from bank_assignments as assignment left join (
      select assignment_id, sum(amount_cents) as cents from bank_assignment_lines
      where mandataire_id = ${id} group by assignment_id) as parts on parts.assignment_id = assignment.id
    left join ledger_entries as entry on entry.book_id = assignment.mandataire_id and entry.id = assignment.entry_id
    left join ledger_entries as reversal on reversal.book_id = entry.book_id and reversal.reversal_of_id = entry.id
    where assignment.mandataire_id = ${id} and (assignment.amount_cents <> ${or0("parts.cents")}
      or entry.id is null or assignment.amount_cents <> coalesce((
        select sum(line.debit_cents + line.credit_cents) from ledger_lines as line
        where line.book_id = entry.book_id and line.entry_id = entry.id and line.account_code = '471000'), 0)
      or (reversal.id is not null) <> assignment.is_reversed)`,

  bankUnlikeBook: (id) => sql`select last.id from bank_statements as last
    where last.mandataire_id = ${id} and last.id = (select statement.id from bank_statements as statement
        join mandataires on mandataires.id = statement.mandataire_id and mandataires.iban = statement.account_iban
        where statement.mandataire_id = ${id} and statement.closing_cents is not null
        order by statement.to_day desc, statement.made_at desc, statement.id desc limit 1)
      and last.closing_cents
        + coalesce((select sum(${SIGNED}) from bank_transactions
          where mandataire_id = ${id} and amount_cents > 0 and booked_on > last.to_day), 0)
        - coalesce((select sum(amount_cents) from fee_withdrawals
          where mandataire_id = ${id} and bank_reference is null), 0)
      <> coalesce((select sum(line.debit_cents - line.credit_cents) from ledger_lines as line
          join ledger_entries as entry on entry.book_id = line.book_id and entry.id = line.entry_id
          where line.book_id = ${id} and line.account_code = '512000' and not entry.carries_forward), 0)`,

  payoutUnlikeBook: (id) => sql`select payout.id from owner_payouts as payout
    left join (${moved(id, "467900", ofRuns)}) as booked on booked.source_id = payout.billing_run_id
      and booked.document_reference = payout.reference
    where payout.mandataire_id = ${id} and payout.kind = 'owner'
      and payout.amount_cents <> -${or0("booked.cents")}`,

  payoutUnlikeBank: (id) => sql`select id from owner_payouts where mandataire_id = ${id}
    and ((status = 'executed') <> (bank_transaction_id is not null)
      or (status = 'executed') <> (executed_at is not null))`,

  // A failed payout may or may not have been in a file.
  payoutUnlikeExport: (id) => sql`select payout.id from owner_payouts as payout where payout.mandataire_id = ${id}
    and ((payout.export_id is null) <> (payout.transmitted_at is null)
      or payout.status = 'transmitted' and payout.export_id is null
      or payout.status in ('blocked', 'ordered', 'cancelled') and payout.export_id is not null
      or payout.export_id is not null and not exists (select 1 from exported_payouts as pair
        where pair.mandataire_id = ${id} and pair.export_id = payout.export_id and pair.payout_id = payout.id))`,

  exportUnlikePayouts: (id) => sql`select made.id from payout_exports as made
    left join (select pair.export_id, count(*) as payouts, sum(payout.amount_cents) as cents
      from exported_payouts as pair
      join owner_payouts as payout on payout.mandataire_id = pair.mandataire_id and payout.id = pair.payout_id
      where pair.mandataire_id = ${id} group by pair.export_id) as sent on sent.export_id = made.id
    where made.mandataire_id = ${id}
      and (made.payouts_count <> ${or0("sent.payouts")} or made.total_amount_cents <> ${or0("sent.cents")})`,

  withdrawalUnlikeBook: (id) => sql`select fee.id from fee_withdrawals as fee
    join (select booked_on, sum(amount_cents) as cents from fee_withdrawals where mandataire_id = ${id}
      group by booked_on) as of_day on of_day.booked_on = fee.booked_on
    left join (${movedBy(id, "512100", sql`entry.journal = 'OD'`)}) as booked
      on booked.document_reference = 'HONORAIRES-' || fee.booked_on
    where fee.mandataire_id = ${id} and of_day.cents <> ${or0("booked.cents")}`,

  referenceGap: (id) =>
    sql.join(
      NUMBERED.map(
        (table) => sql`select id from (select id, substr(reference, 1, 7) as series,
            ltrim(substr(reference, 9), '0') as number,
            row_number() over (partition by substr(reference, 1, 7) order by length(reference), reference) as place,
            count(*) over (partition by substr(reference, 1, 7)) as numbered
          from ${sql.table(table)} where mandataire_id = ${id}) as numbers
          where number <> cast(place as text) or place = numbered and numbered <> coalesce((select last
            from code_counters where mandataire_id = ${id} and kind = numbers.series), 0)`,
      ),
      sql` union `,
    ),

  // Correlated lookups by key: Postgres plans a join badly before it has statistics.
  attachmentUnlikeBytes: (id) => sql`select attachment.id from incident_attachments as attachment
    where attachment.mandataire_id = ${id}
      and attachment.sha256 || cast(attachment.byte_size as text) is distinct from (
        select blob.sha256 || cast(blob.byte_size as text) from incident_files as file
        join blobs as blob on blob.key = file.blob_key
        where file.mandataire_id = ${id} and file.attachment_id = attachment.id limit 1)`,
};

export function createMoneyInspection(
  { db }: SqlTransaction<MoneyInTables>,
  mandataireId: MandataireId,
): MoneyInspection {
  return {
    async find(fault, limit) {
      const faulty = sql<{ readonly id: string }>`select distinct id from (${FAULTY[fault](mandataireId)}) as faulty
        order by id limit ${limit}`;
      return (await faulty.execute(db)).rows.map(({ id }) => id);
    },
  };
}
