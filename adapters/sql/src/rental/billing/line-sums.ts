import { type Decimal, type Id, pagesOf } from "@cartulary/kernel";
import { type Cents, sum, ZERO } from "@cartulary/ledger";
import type { RunAmounts, RunSummary } from "@cartulary/rental";
import { type RawBuilder, sql } from "kysely";
import type { Dialect } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { sumFrom, sumOf } from "../../ledger/sums.ts";
import type { BillingTables } from "./tables.ts";

/** The lines of one computation: what stands behind `from`. */
type Lines = RawBuilder<unknown>;

const ACTIVE = sql`status = 'active'`;

/**
 * Those of tenants, which are on no owner's account. On SQLite they are gone through by the index of owners, in the order in
 * which they were written: by any other each would be looked up somewhere else, in three times as long.
 */
const ofTenants = (lines: Lines, { name }: Dialect): Lines =>
  name === "sqlite"
    ? sql`${lines} and owner_id is null and +line_type = 'tenant'`
    : sql`${lines} and line_type = 'tenant'`;

const ofOwners = (lines: Lines): Lines => sql`${lines} and line_type = 'owner'`;

/** A sum of those rows that satisfy a condition. */
const sumWhere = (amount: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sumOf(sql`case when ${condition} then ${amount} else 0 end`);

const countWhere = (condition: RawBuilder<unknown>) => sql`count(case when ${condition} then 1 end)`;

/** What the lines of a computation come to that count: three statements. */
export async function amountsOf({ db, dialect }: SqlTransaction<BillingTables>, lines: Lines): Promise<RunAmounts> {
  const category = (name: string) => sql`${ACTIVE} and billing_category = ${name}`;
  const anomalous = sql`${ACTIVE} and has_anomaly = ${dialect.boolean(true)}`;
  const notices = sql`${countWhere(anomalous)} as noticed,
    ${countWhere(sql`${anomalous} and (review_status is null or review_status <> 'ok')`)} as unseen`;
  const tenants = ofTenants(lines, dialect);
  const { rows } = await sql<TenantAmountsRow>`select
    ${sumWhere(sql`amount_ttc`, ACTIVE)} as total, ${sumWhere(sql`amount_ttc`, category("rent"))} as rents,
    ${sumWhere(sql`amount_ttc`, category("charge_provision"))} as charges, count(*) as lines, ${notices},
    min(payment_frequency) as first_frequency, max(payment_frequency) as last_frequency
    from ${tenants}`.execute(db);
  const { rows: accounts } = await sql<OwnerAmountsRow>`select
    ${sumWhere(sql`amount_ttc`, category("payout"))} as payouts, ${notices}
    from ${ofOwners(lines)}`.execute(db);
  const [tenant, owner] = [rows[0] as TenantAmountsRow, accounts[0] as OwnerAmountsRow];
  return {
    totalTenantAmount: sumFrom(tenant.total),
    totalOwnerAmount: sumFrom(owner.payouts),
    totalRentAmount: sumFrom(tenant.rents),
    totalChargesAmount: sumFrom(tenant.charges),
    linesCount: tenant.lines,
    anomaliesCount: tenant.noticed + owner.noticed,
    allAnomaliesAcknowledged: tenant.unseen + owner.unseen === 0,
    billingFrequency: tenant.first_frequency === tenant.last_frequency ? tenant.first_frequency : "mixed",
    vat: await vatOf(db, sql`${tenants} and ${ACTIVE}`),
  };
}

interface NoticesRow {
  readonly noticed: number;
  readonly unseen: number;
}

interface OwnerAmountsRow extends NoticesRow {
  readonly payouts: string;
}

interface TenantAmountsRow extends NoticesRow, Readonly<Record<"total" | "rents" | "charges", string>> {
  readonly lines: number;
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

/** What only the detail of a run tells of its lines. */
export async function summaryOf(
  { db, dialect }: Pick<SqlTransaction<BillingTables>, "db" | "dialect">,
  lines: Lines,
  whose: { readonly mandataireId: string; readonly runId: string },
): Promise<RunSummary> {
  const credited = sql`${ACTIVE} and billing_category in ('owner_rent', 'owner_charges', 'owner_vat')`;
  const { rows: accounts } = await sql<OwnerSummaryRow>`select
    ${countWhere(sql`${ACTIVE} and billing_category = 'payout' and amount_ttc > 0`)} as payouts,
    ${sumWhere(sql`amount_ttc`, credited)} as gross
    from ${ofOwners(lines)}`.execute(db);
  const tenants = ofTenants(lines, dialect);
  const { rows } = await sql<TenantSummaryRow>`select
    ${countWhere(sql`status = 'excluded'`)} as excluded, count(distinct lease_id) as leases
    from ${tenants}`.execute(db);
  const [tenant, owner] = [rows[0] as TenantSummaryRow, accounts[0] as OwnerSummaryRow];
  const calls = await callsOf({ db, dialect }, sql`${tenants} and ${ACTIVE}`, whose);
  return {
    rentCallGrouping: [...new Set(calls.map(({ call_key: key }) => groupOf(key).join(":")))],
    payoutsCount: owner.payouts,
    grossCents: sumFrom(owner.gross),
    excludedCount: tenant.excluded,
    totalLeases: tenant.leases,
    notices: calls.flatMap(
      ({ call_key: key, call_id: callId, reference, tenant, total: totalAmountCents, lines: linesCount }) => {
        const id = callId ?? (groupOf(key)[1] as Id<string>);
        // What comes to nothing is billed, and nobody is called for it.
        return totalAmountCents === 0 ? [] : [{ id, reference, tenantName: tenant, totalAmountCents, linesCount }];
      },
    ),
  };
}

interface OwnerSummaryRow {
  readonly payouts: number;
  readonly gross: string;
}

interface TenantSummaryRow {
  readonly excluded: number;
  readonly leases: number;
}

/** Kind and id of what lines come together by: a key has the period behind, too. */
const groupOf = (key: string): readonly [string, string] => key.split(":").slice(0, 2) as unknown as [string, string];

/** What the lines of one call come to, before and after it is issued. */
interface CallSummed {
  readonly call_key: string;
  readonly reference: string;
  readonly tenant: string | null;
  readonly total: Cents;
  readonly lines: number;
}

interface CallRow extends CallSummed {
  /** Of the rent call, once there is one; its reference is the one then. */
  readonly call_id: Id<string> | null;
}

/** Rows of one statement: on SQLite nobody of this process is served meanwhile. */
const PORTION = 2_000;

/** What would be called, in the order in which it will be. */
async function callsOf(
  { db, dialect }: Pick<SqlTransaction<BillingTables>, "db" | "dialect">,
  counted: Lines,
  { mandataireId, runId }: { readonly mandataireId: string; readonly runId: string },
): Promise<readonly CallRow[]> {
  const summed = await (dialect.name === "sqlite" ? summedInPortions(db, counted) : summedTogether(db, counted));
  // Put together here: of a run that was just applied Postgres foresees no call, and would go through all for each.
  const issued = new Map<string, Pick<CallRow, "call_id" | "reference">>();
  const pages = pagesOf<IssuedCall>(async (last) => {
    const { rows } = await sql<IssuedCall>`select call_key, id as call_id, reference from rent_calls
      where mandataire_id = ${mandataireId} and billing_run_id = ${runId} and call_key > ${last?.call_key ?? ""}
      order by call_key limit ${PORTION}`.execute(db);
    return rows;
  });
  for await (const page of pages) for (const { call_key: key, ...call } of page) issued.set(key, call);
  return summed.map((row): CallRow => ({ call_id: null, ...row, ...issued.get(row.call_key) }));
}

type IssuedCall = Pick<CallRow, "call_key" | "call_id" | "reference">;

/** By one statement, which others do not wait for; by an expression, lest it go along the keys of all runs. */
async function summedTogether(db: SqlTransaction<BillingTables>["db"], counted: Lines): Promise<readonly CallSummed[]> {
  const { rows } = await sql<Omit<CallSummed, "total"> & { readonly total: string }>`
    select call_key || '' as call_key, min(lease_reference) as reference, min(tenant_name) as tenant,
      ${sumOf(sql`amount_ttc`)} as total, count(*) as lines
    from ${counted} group by call_key || '' order by 2, 1`.execute(db);
  return rows.map((row) => ({ ...row, total: sumFrom(row.total) }));
}

/** A line of a call, and where its row is. */
interface LineOfCall extends Pick<CallSummed, "call_key" | "reference" | "tenant"> {
  readonly place: number;
  readonly amount: Cents;
}

/** The same on SQLite, from as many statements as it takes, in the order in which the rows were written. */
async function summedInPortions(
  db: SqlTransaction<BillingTables>["db"],
  counted: Lines,
): Promise<readonly CallSummed[]> {
  const calls = new Map<string, CallSummed>();
  const pages = pagesOf<LineOfCall>(async (last) => {
    const { rows } = await sql<LineOfCall>`select rowid as place, call_key, lease_reference as reference,
        tenant_name as tenant, amount_ttc as amount
      from ${counted} and rowid > ${last?.place ?? 0} order by rowid limit ${PORTION}`.execute(db);
    return rows;
  });
  for await (const page of pages) for (const line of page) calls.set(line.call_key, withLine(calls, line));
  return [...calls.values()].toSorted(
    (one, other) => compared(one.reference, other.reference) || compared(one.call_key, other.call_key),
  );
}

function withLine(
  calls: ReadonlyMap<string, CallSummed>,
  { call_key, reference, tenant, amount }: LineOfCall,
): CallSummed {
  const known = calls.get(call_key);
  if (!known) return { call_key, reference, tenant, total: amount, lines: 1 };
  return {
    call_key,
    reference: reference < known.reference ? reference : known.reference,
    tenant: tenant === null || (known.tenant !== null && known.tenant < tenant) ? known.tenant : tenant,
    total: sum([known.total, amount]),
    lines: known.lines + 1,
  };
}

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
