import { appendAll, type Decimal, type Id, pagesOf } from "@cartulary/kernel";
import { type Cents, sum, ZERO } from "@cartulary/ledger";
import type { RunAmounts, RunNotice, RunSummary } from "@cartulary/rental";
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

/** What the lines of a computation come to that count. */
export async function amountsOf({ db, dialect }: SqlTransaction<BillingTables>, lines: Lines): Promise<RunAmounts> {
  const category = (name: string) => sql`${ACTIVE} and billing_category = ${name}`;
  const anomalous = sql`${ACTIVE} and has_anomaly = ${dialect.boolean(true)}`;
  const notices = sql`${countWhere(anomalous)} as noticed,
    ${countWhere(sql`${anomalous} and (review_status is null or review_status <> 'ok')`)} as unseen`;
  const pages = portions(ofTenants(lines, dialect), dialect, async (portion, place) => {
    const { rows } = await sql<TenantAmountsRow>`select coalesce(vat_rate, 0) as rate,
      ${sumWhere(sql`amount_ht`, ACTIVE)} as ht, ${sumWhere(sql`vat_amount`, ACTIVE)} as vat,
      ${sumWhere(sql`amount_ttc`, ACTIVE)} as total, ${sumWhere(sql`amount_ttc`, category("rent"))} as rents,
      ${sumWhere(sql`amount_ttc`, category("charge_provision"))} as charges,
      count(*) as lines, ${countWhere(ACTIVE)} as counted, ${notices},
      min(payment_frequency) as first_frequency, max(payment_frequency) as last_frequency, ${place} as place
      from ${portion} group by coalesce(vat_rate, 0) order by ${place}`.execute(db);
    return rows;
  });
  const tenants: TenantAmountsRow[] = [];
  for await (const page of pages) appendAll(tenants, page);
  const { rows: accounts } = await sql<OwnerAmountsRow>`select
    ${sumWhere(sql`amount_ttc`, category("payout"))} as payouts, ${notices}
    from ${ofOwners(lines)}`.execute(db);
  const { payouts, ...owner } = accounts[0] as OwnerAmountsRow;
  const total = (amount: TenantAmount) => sum(tenants.map((row) => sumFrom(row[amount])));
  const count = (rows: readonly NoticesRow[], of: keyof NoticesRow) => rows.reduce((all, row) => all + row[of], 0);
  const frequencies = tenants.flatMap(({ first_frequency: first, last_frequency: last }) => [first, last]);
  const [frequency = null, ...others] = new Set(frequencies.filter((each) => each !== null));
  return {
    totalTenantAmount: total("total"),
    totalOwnerAmount: sumFrom(payouts),
    totalRentAmount: total("rents"),
    totalChargesAmount: total("charges"),
    linesCount: tenants.reduce((all, { lines: some }) => all + some, 0),
    anomaliesCount: count([...tenants, owner], "noticed"),
    allAnomaliesAcknowledged: count([...tenants, owner], "unseen") === 0,
    billingFrequency: others.length === 0 ? frequency : "mixed",
    vat: vatOf(tenants.filter(({ counted }) => counted > 0)),
  };
}

interface NoticesRow {
  readonly noticed: number;
  readonly unseen: number;
}

interface OwnerAmountsRow extends NoticesRow {
  readonly payouts: string;
}

type TenantAmount = "ht" | "vat" | "total" | "rents" | "charges";
type Frequency = Exclude<RunAmounts["billingFrequency"], "mixed">;

/** Of lines of one rate. */
interface TenantAmountsRow extends NoticesRow, Placed, Readonly<Record<TenantAmount, string>> {
  readonly rate: Decimal;
  readonly lines: number;
  readonly counted: number;
  readonly first_frequency: Frequency;
  readonly last_frequency: Frequency;
}

const vatOf = (rows: readonly TenantAmountsRow[]): RunAmounts["vat"] =>
  [...Map.groupBy(rows, ({ rate }) => rate)]
    .toSorted(([one], [other]) => one - other)
    .map(([rate, some]) => ({
      rate,
      baseCents: sum(some.map(({ ht }) => sumFrom(ht))),
      vatCents: sum(some.map(({ vat }) => sumFrom(vat))),
    }));

/** Rows of one statement on SQLite: nobody of this process is served meanwhile. */
const PORTION = 2_000;

/** What a portion gave tells how far that went, where portions are made. */
interface Placed {
  readonly place: number;
}

/**
 * What is read of all lines, by the highest place last: on Postgres, where others do not wait for it, at once; on SQLite in as
 * many statements as it takes, in the order in which the lines were written.
 */
function portions<Row extends Placed>(
  lines: Lines,
  { name }: Dialect,
  read: (portion: Lines, place: RawBuilder<unknown>) => Promise<readonly Row[]>,
): AsyncIterable<readonly Row[]> {
  return pagesOf<Row>(async (last) => {
    if (name !== "sqlite") return last ? [] : read(lines, sql`min(0)`);
    const next = sql`${lines} and rowid > ${last?.place ?? 0} order by rowid limit ${PORTION}`;
    return read(sql`(select rowid as place, * from ${next})`, sql`max(place)`);
  });
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
  const owner = accounts[0] as OwnerSummaryRow;
  const tenants = ofTenants(lines, dialect);
  const { calls, ...counts } = await (dialect.name === "sqlite"
    ? summedInPortions(db, tenants, dialect)
    : summedTogether(db, tenants));
  const issued = await issuedCalls(db, whose);
  return {
    ...counts,
    rentCallGrouping: [...new Set(calls.map(({ call_key: key }) => groupOf(key)))],
    payoutsCount: owner.payouts,
    grossCents: sumFrom(owner.gross),
    notices: calls.flatMap(({ call_key: key, reference, tenant, total: totalAmountCents, lines: linesCount }) => {
      // What comes to nothing is billed, and nobody is called for it.
      if (totalAmountCents === 0) return [];
      const named = issued.get(key) ?? { id: idOf(key), reference };
      return [{ ...named, tenantName: tenant, totalAmountCents, linesCount }];
    }),
  };
}

interface OwnerSummaryRow {
  readonly payouts: number;
  readonly gross: string;
}

/** `lease:<id>`, or `tenant:<id>`, of what lines come together by: the key of a lease has the period behind, too. */
function groupOf(key: string): string {
  const end = key.indexOf(":", key.indexOf(":") + 1);
  return end === -1 ? key : key.slice(0, end);
}

/** Whose id it is that lines come together by. */
const idOf = (key: string) => groupOf(key).slice(key.indexOf(":") + 1) as Id<string>;

/** What the lines of one call come to, before and after it is issued. */
interface CallSummed {
  readonly call_key: string;
  readonly reference: string;
  readonly tenant: string | null;
  readonly total: Cents;
  readonly lines: number;
}

/** What the lines of tenants come to: what would be called, in the order in which it will be. */
interface TenantsSummed extends Pick<RunSummary, "excludedCount" | "totalLeases"> {
  readonly calls: readonly CallSummed[];
}

/** How rent calls are named that there are. */
type Named = Pick<RunNotice, "id" | "reference">;

/** By their keys. Put together here: of a run that was just applied Postgres foresees no call, and would go through all for each. */
async function issuedCalls(
  db: SqlTransaction<BillingTables>["db"],
  { mandataireId, runId }: { readonly mandataireId: string; readonly runId: string },
): Promise<ReadonlyMap<string, Named>> {
  const issued = new Map<string, Named>();
  const pages = pagesOf<Named & { readonly call_key: string }>(async (last) => {
    const { rows } = await sql<Named & { readonly call_key: string }>`select call_key, id, reference from rent_calls
      where mandataire_id = ${mandataireId} and billing_run_id = ${runId} and call_key > ${last?.call_key ?? ""}
      order by call_key limit ${PORTION}`.execute(db);
    return rows;
  });
  for await (const page of pages) for (const { call_key: key, ...call } of page) issued.set(key, call);
  return issued;
}

/** By statements that others do not wait for; calls by an expression, lest it go along the keys of all runs. */
async function summedTogether(db: SqlTransaction<BillingTables>["db"], tenants: Lines): Promise<TenantsSummed> {
  const { rows: counts } = await sql<Pick<RunSummary, "excludedCount" | "totalLeases">>`select
    ${countWhere(sql`status = 'excluded'`)} as "excludedCount", count(distinct lease_id) as "totalLeases"
    from ${tenants}`.execute(db);
  const { rows } = await sql<Omit<CallSummed, "total"> & { readonly total: string }>`
    select call_key || '' as call_key, min(lease_reference) as reference, min(tenant_name) as tenant,
      ${sumOf(sql`amount_ttc`)} as total, count(*) as lines
    from ${tenants} and ${ACTIVE} group by call_key || '' order by 2, 1`.execute(db);
  const calls = rows.map((row) => ({ ...row, total: sumFrom(row.total) }));
  return { ...(counts[0] as Pick<RunSummary, "excludedCount" | "totalLeases">), calls };
}

/** A line of a call. */
interface LineOfCall extends Pick<CallSummed, "call_key" | "reference" | "tenant">, Placed {
  readonly status: string;
  readonly lease: string;
  readonly amount: Cents;
}

/** The same on SQLite, where nothing is counted that others would wait for. */
async function summedInPortions(
  db: SqlTransaction<BillingTables>["db"],
  tenants: Lines,
  dialect: Dialect,
): Promise<TenantsSummed> {
  const [calls, leases] = [new Map<string, CallSummed>(), new Set<string>()];
  let excludedCount = 0;
  const pages = portions(tenants, dialect, async (portion) => {
    const { rows } = await sql<LineOfCall>`select place, status, lease_id as lease, call_key,
        lease_reference as reference, tenant_name as tenant, amount_ttc as amount
      from ${portion} order by place`.execute(db);
    return rows;
  });
  for await (const page of pages)
    for (const line of page) {
      leases.add(line.lease);
      if (line.status === "excluded") excludedCount += 1;
      else calls.set(line.call_key, withLine(calls.get(line.call_key), line));
    }
  const inOrder = [...calls.values()].toSorted(
    (one, other) => compared(one.reference, other.reference) || compared(one.call_key, other.call_key),
  );
  return { excludedCount, totalLeases: leases.size, calls: inOrder };
}

function withLine(known: CallSummed | undefined, { call_key, reference, tenant, amount }: LineOfCall): CallSummed {
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
