import { appendAll, type Decimal, type Id, readPages } from "@cartulary/kernel";
import { type Cents, sum, ZERO } from "@cartulary/ledger";
import {
  categoriesOf,
  depositCallKey,
  type RunAmounts,
  type RunNotice,
  type RunSummary,
} from "@cartulary/rental/billing";
import { type RawBuilder, sql } from "kysely";
import type { Dialect } from "../../../engine/dialect.ts";
import type { SqlTransaction } from "../../../engine/module.ts";
import { sumFrom, sumOf } from "../../../ledger/sums.ts";
import type { BillingTables } from "./tables.ts";

/** The text after `from` that selects the lines of one computation. */
type Lines = RawBuilder<unknown>;

const ACTIVE = sql`status = 'active'`;

/**
 * The lines of tenants that are on no owner's account. SQLite reads them through the index of owners, in insertion
 * order: any other index would look up each line elsewhere, which takes three times as long.
 */
const ofTenants = (lines: Lines, dialect: Dialect): Lines =>
  sql`${lines} and owner_id is null and ${dialect.unindexed("line_type")} = 'tenant'`;

const ofOwners = (lines: Lines): Lines => sql`${lines} and line_type = 'owner'`;

/** Sums `amount` over the rows that satisfy a condition. */
const sumWhere = (amount: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sumOf(sql`case when ${condition} then ${amount} else 0 end`);

const countWhere = (condition: RawBuilder<unknown>) => sql`count(case when ${condition} then 1 end)`;

/** Returns the sums of a computation's active lines. */
export async function amountsOf({ db, dialect }: SqlTransaction<BillingTables>, lines: Lines): Promise<RunAmounts> {
  const category = (name: string) => sql`${ACTIVE} and billing_category = ${name}`;
  const among = (amount: Parameters<typeof categoriesOf>[0]) =>
    sql`${ACTIVE} and billing_category in (${sql.join(categoriesOf(amount).map((name) => sql.lit(name)))})`;
  const anomalous = sql`${ACTIVE} and has_anomaly = ${dialect.boolean(true)}`;
  const notices = sql`${countWhere(anomalous)} as noticed,
    ${countWhere(sql`${anomalous} and (review_status is null or review_status <> 'ok')`)} as unseen`;
  const pages = portions(ofTenants(lines, dialect), dialect, async (portion, place) => {
    const { rows } = await sql<TenantAmountsRow>`select coalesce(vat_rate, 0) as rate,
      ${sumWhere(sql`amount_ht`, ACTIVE)} as ht, ${sumWhere(sql`vat_amount`, ACTIVE)} as vat,
      ${sumWhere(sql`amount_ttc`, ACTIVE)} as total, ${sumWhere(sql`amount_ttc`, among("rent"))} as rents,
      ${sumWhere(sql`amount_ttc`, among("charges"))} as charges,
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

/** The sums of the lines of one VAT rate. */
interface TenantAmountsRow extends NoticesRow, WithCursor, Readonly<Record<TenantAmount, string>> {
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

/** The cursor of a batch, where lines are read in batches. */
interface WithCursor {
  readonly place: number;
}

/**
 * Reads all lines; the row with the highest cursor is last. Postgres reads them at once, because other requests do not
 * wait for it; SQLite reads them in batches, in insertion order.
 */
function portions<Row extends WithCursor>(
  lines: Lines,
  dialect: Dialect,
  read: (portion: Lines, place: RawBuilder<unknown>) => Promise<readonly Row[]>,
): AsyncIterable<readonly Row[]> {
  return readPages<Row>(async (last) => {
    const portion = dialect.portion(lines, last?.place ?? null);
    return portion ? read(portion.rows, portion.place) : [];
  });
}

/** The summary of a run without a computation. Clients poll it while its lines are written. */
export const EMPTY_SUMMARY: RunSummary = {
  rentCallGrouping: [],
  payoutsCount: 0,
  grossCents: ZERO,
  notices: [],
  excludedCount: 0,
  totalLeases: 0,
};

/** Returns the sums of lines that only the detail of a run contains. */
export async function summaryOf(
  { db, dialect }: Pick<SqlTransaction<BillingTables>, "db" | "dialect">,
  lines: Lines,
  run: { readonly mandataireId: string; readonly runId: string },
): Promise<RunSummary> {
  const credited = sql`${ACTIVE} and billing_category in ('owner_rent', 'owner_charges', 'owner_vat', 'owner_other')`;
  const { rows: accounts } = await sql<OwnerSummaryRow>`select
    ${countWhere(sql`${ACTIVE} and billing_category = 'payout' and amount_ttc > 0`)} as payouts,
    ${sumWhere(sql`amount_ttc`, credited)} as gross
    from ${ofOwners(lines)}`.execute(db);
  const owner = accounts[0] as OwnerSummaryRow;
  const { calls, ...counts } = await summed(db, ofTenants(lines, dialect), dialect);
  const issued = await issuedCalls(db, run);
  return {
    ...counts,
    rentCallGrouping: [...new Set(calls.map(({ call_key: key }) => groupOf(key)))],
    payoutsCount: owner.payouts,
    grossCents: sumFrom(owner.gross),
    notices: calls.flatMap(({ call_key: key, reference, tenant, total: totalAmountCents, lines: linesCount }) => {
      // Lines that sum to zero are billed without a rent call.
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

/**
 * Returns the grouping key of lines, `lease:<id>` or `tenant:<id>`. The call key of a lease also contains the period.
 */
function groupOf(key: string): string {
  const end = key.indexOf(":", key.indexOf(":") + 1);
  return end === -1 ? key : key.slice(0, end);
}

/** The id in a grouping key. */
const idOf = (key: string) => groupOf(key).slice(key.indexOf(":") + 1) as Id<string>;

/** The sum of the lines of one call, before and after it is issued. */
interface CallSummed {
  readonly call_key: string;
  readonly reference: string;
  readonly tenant: string | null;
  readonly total: Cents;
  readonly lines: number;
}

/** The sums of tenant lines: the expected calls, in the order of issue. */
interface TenantsSummed extends Pick<RunSummary, "excludedCount" | "totalLeases"> {
  readonly calls: readonly CallSummed[];
}

/** The identity of an issued rent call. */
type Named = Pick<RunNotice, "id" | "reference">;

/** The maximum number of calls of one statement. */
const CALLS_MAX = 2_000;

/** Finds issued calls by key. With a join, Postgres would read all calls for each line, as it estimates none. */
async function issuedCalls(
  db: SqlTransaction<BillingTables>["db"],
  { mandataireId, runId }: { readonly mandataireId: string; readonly runId: string },
): Promise<ReadonlyMap<string, Named>> {
  const issued = new Map<string, Named>();
  const pages = readPages<Named & { readonly call_key: string }>(async (last) => {
    const { rows } = await sql<Named & { readonly call_key: string }>`select call_key, id, reference from rent_calls
      where mandataire_id = ${mandataireId} and billing_run_id = ${runId} and call_key > ${last?.call_key ?? ""}
      order by call_key limit ${CALLS_MAX}`.execute(db);
    return rows;
  });
  for await (const page of pages) for (const { call_key: key, ...call } of page) issued.set(key, call);
  return issued;
}

/** The lines of one call, lease and status in one batch. */
interface LinesOfCall extends Omit<CallSummed, "total">, WithCursor {
  readonly status: string;
  readonly lease: string;
  readonly total: string;
  /** 1 for lines of deposits. */
  readonly is_deposit: number;
}

const IS_DEPOSIT = sql`case when billing_category = 'deposit' then 1 else 0 end`;

/** Sums the lines of tenants. Grouped by an expression: with the column, Postgres would read the keys of all runs. */
async function summed(
  db: SqlTransaction<BillingTables>["db"],
  tenants: Lines,
  dialect: Dialect,
): Promise<TenantsSummed> {
  const [calls, deposits, leases] = [new Map<string, CallSummed>(), [] as CallSummed[], new Set<string>()];
  let excludedCount = 0;
  const pages = portions(tenants, dialect, async (portion, place) => {
    const { rows } = await sql<LinesOfCall>`select ${place} as place, status, lease_id as lease,
        call_key || '' as call_key, min(lease_reference) as reference, min(tenant_name) as tenant,
        ${IS_DEPOSIT} as is_deposit, ${sumOf(sql`amount_ttc`)} as total, count(*) as lines
      from ${portion} group by status, lease_id, call_key || '', ${IS_DEPOSIT} order by ${place}`.execute(db);
    return rows;
  });
  for await (const page of pages)
    for (const { status, lease, total, is_deposit: isDeposit, ...call } of page) {
      leases.add(lease);
      const lines = { ...call, total: sumFrom(total) };
      if (status === "excluded") excludedCount += call.lines;
      else if (isDeposit === 1) deposits.push(lines);
      else calls.set(call.call_key, withLines(calls.get(call.call_key), lines));
    }
  const apart = deposits.map((lines) => ({
    ...lines,
    call_key: depositCallKey(lines.call_key, calls.get(lines.call_key)?.total ?? ZERO),
  }));
  for (const lines of apart) calls.set(lines.call_key, withLines(calls.get(lines.call_key), lines));
  const inOrder = [...calls.values()].toSorted(
    (one, other) => compared(one.reference, other.reference) || compared(one.call_key, other.call_key),
  );
  return { excludedCount, totalLeases: leases.size, calls: inOrder };
}

function withLines(
  known: CallSummed | undefined,
  { call_key, reference, tenant, total, lines }: CallSummed,
): CallSummed {
  if (!known) return { call_key, reference, tenant, total, lines };
  return {
    call_key,
    reference: reference < known.reference ? reference : known.reference,
    tenant: tenant === null || (known.tenant !== null && known.tenant < tenant) ? known.tenant : tenant,
    total: sum([known.total, total]),
    lines: known.lines + lines,
  };
}

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
