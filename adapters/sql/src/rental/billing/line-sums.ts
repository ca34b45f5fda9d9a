import type { Decimal, Id } from "@cartulary/kernel";
import { ZERO } from "@cartulary/ledger";
import type { RunAmounts, RunSummary } from "@cartulary/rental";
import { type RawBuilder, sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import { sumFrom, sumOf } from "../../ledger/sums.ts";
import type { BillingTables } from "./tables.ts";

/** The lines of one computation: what stands behind `from`. */
type Lines = RawBuilder<unknown>;

const ACTIVE = sql`status = 'active'`;
const isOf = (lineType: "tenant" | "owner") => sql`line_type = ${lineType}`;

/** A sum of those rows that satisfy a condition. */
const sumWhere = (amount: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sumOf(sql`case when ${condition} then ${amount} else 0 end`);

const countWhere = (condition: RawBuilder<unknown>) => sql`count(case when ${condition} then 1 end)`;

/** What the lines of a computation come to that count: two statements. */
export async function amountsOf({ db, dialect }: SqlTransaction<BillingTables>, lines: Lines): Promise<RunAmounts> {
  const counted = sql`${ACTIVE} and ${isOf("tenant")}`;
  const noticed = sql`${ACTIVE} and has_anomaly = ${dialect.boolean(true)}`;
  const category = (name: string) => sql`${counted} and billing_category = ${name}`;
  const { rows } = await sql<AmountsRow>`select
    ${sumWhere(sql`amount_ttc`, counted)} as tenants, ${sumWhere(sql`amount_ttc`, category("rent"))} as rents,
    ${sumWhere(sql`amount_ttc`, category("charge_provision"))} as charges,
    ${sumWhere(sql`amount_ttc`, sql`${ACTIVE} and billing_category = 'payout'`)} as payouts,
    ${countWhere(isOf("tenant"))} as lines, ${countWhere(noticed)} as noticed,
    ${countWhere(sql`${noticed} and (review_status is null or review_status <> 'ok')`)} as unseen,
    min(payment_frequency) as first_frequency, max(payment_frequency) as last_frequency
    from ${lines}`.execute(db);
  const row = rows[0] as AmountsRow;
  return {
    totalTenantAmount: sumFrom(row.tenants),
    totalOwnerAmount: sumFrom(row.payouts),
    totalRentAmount: sumFrom(row.rents),
    totalChargesAmount: sumFrom(row.charges),
    linesCount: row.lines,
    anomaliesCount: row.noticed,
    allAnomaliesAcknowledged: row.unseen === 0,
    billingFrequency: row.first_frequency === row.last_frequency ? row.first_frequency : "mixed",
    vat: await vatOf(db, sql`${lines} and ${counted}`),
  };
}

interface AmountsRow extends Readonly<Record<"tenants" | "payouts" | "rents" | "charges", string>> {
  readonly lines: number;
  readonly noticed: number;
  readonly unseen: number;
  readonly first_frequency: Exclude<RunAmounts["billingFrequency"], "mixed">;
  readonly last_frequency: Exclude<RunAmounts["billingFrequency"], "mixed">;
}

async function vatOf(db: SqlTransaction<BillingTables>["db"], counted: Lines): Promise<RunAmounts["vat"]> {
  const { rows } = await sql<{ readonly rate: Decimal; readonly base: string; readonly vat: string }>`
    select coalesce(vat_rate, 0) as rate, ${sumOf(sql`amount_ht`)} as base, ${sumOf(sql`vat_amount`)} as vat
    from ${counted} group by coalesce(vat_rate, 0) order by 1`.execute(db);
  return rows.map(({ rate, base, vat }) => ({ rate, baseCents: sumFrom(base), vatCents: sumFrom(vat) }));
}

/** Of a run that nothing was computed of: who waits for it asks again and again while its lines are written. */
export const NOTHING_SUMMED: RunSummary = {
  rentCallGrouping: [],
  payoutsCount: 0,
  grossCents: ZERO,
  notices: [],
  excludedCount: 0,
  totalLeases: 0,
};

/** What only the detail of a run tells of its lines: three statements. */
export async function summaryOf(
  { db }: Pick<SqlTransaction<BillingTables>, "db">,
  lines: Lines,
  whose: { readonly mandataireId: string; readonly runId: string },
): Promise<RunSummary> {
  const credited = sql`${ACTIVE} and billing_category in ('owner_rent', 'owner_charges', 'owner_vat')`;
  const { rows } = await sql<SummaryRow>`select
    ${countWhere(sql`${ACTIVE} and billing_category = 'payout' and amount_ttc > 0`)} as payouts,
    ${sumWhere(sql`amount_ttc`, credited)} as gross,
    ${countWhere(sql`${isOf("tenant")} and status = 'excluded'`)} as excluded,
    count(distinct lease_id) as leases
    from ${lines}`.execute(db);
  const row = rows[0] as SummaryRow;
  const calls = await callsOf({ db }, sql`${lines} and ${ACTIVE} and ${isOf("tenant")}`, whose);
  return {
    rentCallGrouping: [...new Set(calls.map(({ call_key: key }) => groupOf(key).join(":")))],
    payoutsCount: row.payouts,
    grossCents: sumFrom(row.gross),
    excludedCount: row.excluded,
    totalLeases: row.leases,
    notices: calls.flatMap(({ call_key: key, call_id: callId, reference, tenant, total, lines: linesCount }) => {
      const totalAmountCents = sumFrom(total);
      const id = callId ?? (groupOf(key)[1] as Id<string>);
      // What comes to nothing is billed, and nobody is called for it.
      return totalAmountCents === 0 ? [] : [{ id, reference, tenantName: tenant, totalAmountCents, linesCount }];
    }),
  };
}

interface SummaryRow {
  readonly payouts: number;
  readonly gross: string;
  readonly excluded: number;
  readonly leases: number;
}

/** Kind and id of what lines come together by: a key has the period behind, too. */
const groupOf = (key: string): readonly [string, string] => key.split(":").slice(0, 2) as unknown as [string, string];

interface CallRow {
  readonly call_key: string;
  /** Of the rent call, once there is one; its reference is the one then. */
  readonly call_id: Id<string> | null;
  readonly reference: string;
  readonly tenant: string | null;
  readonly total: string;
  readonly lines: number;
}

/** What would be called, in the order in which it will be. */
async function callsOf(
  { db }: Pick<SqlTransaction<BillingTables>, "db">,
  counted: Lines,
  { mandataireId, runId }: { readonly mandataireId: string; readonly runId: string },
): Promise<readonly CallRow[]> {
  // By an expression: SQLite would go along the keys of all runs, to have these in order.
  const { rows } = await sql<Omit<CallRow, "call_id">>`
    select call_key || '' as call_key, min(lease_reference) as reference, min(tenant_name) as tenant,
      ${sumOf(sql`amount_ttc`)} as total, count(*) as lines
    from ${counted} group by call_key || '' order by 2, 1`.execute(db);
  // Put together here: of a run that was just applied Postgres foresees no call, and would go through all for each.
  const { rows: issued } = await sql<Pick<CallRow, "call_key" | "call_id" | "reference">>`
    select call_key, id as call_id, reference from rent_calls
    where mandataire_id = ${mandataireId} and billing_run_id = ${runId}`.execute(db);
  const issuedByKey = new Map(issued.map((call) => [call.call_key, call]));
  return rows.map((row): CallRow => ({ call_id: null, ...row, ...issuedByKey.get(row.call_key) }));
}
