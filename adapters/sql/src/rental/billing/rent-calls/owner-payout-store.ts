import type { Instant } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental/agency";
import type { PayoutWithAccount } from "@cartulary/rental/billing";
import {
  AWAITING_BANK,
  type OwnerPayout,
  type OwnerPayoutStore,
  ownerPayoutListing,
  type PayoutDistribution,
} from "@cartulary/rental/billing";
import { type RawBuilder, sql } from "kysely";
import type { Row } from "../../../engine/columns.ts";
import type { SqlTransaction } from "../../../engine/module.ts";
import { rowsOf } from "../../../engine/row-codec.ts";
import { insertAll, rowSet, valueSet } from "../../../engine/row-set.ts";
import { columnsOf } from "../../../records/listing.ts";
import { pageOf } from "../../../records/pages.ts";
import type { EstateTables } from "../../property/tables.ts";
import { refusedTransactionOf } from "./refused-payouts.ts";
import { type CallTables, ownerPayoutRows } from "./tables.ts";

/** Earlier than any change. */
const EPOCH = "1970-01-01T00:00:00.000Z" as Instant;

const columns = columnsOf(ownerPayoutListing, ownerPayoutRows);

export function createOwnerPayoutStore(
  { db, dialect }: SqlTransaction<CallTables & EstateTables>,
  mandataireId: MandataireId,
): OwnerPayoutStore {
  const rows = rowsOf(ownerPayoutRows, dialect);
  const isOwn = sql`mandataire_id = ${mandataireId}`;
  const own = () => db.selectFrom("owner_payouts").where("owner_payouts.mandataire_id", "=", mandataireId);
  const currentColumns = [
    ...rows.columns("owner_payouts").filter((column) => column !== "owner_payouts.refused_transaction_id"),
    refusedTransactionOf("owner_payouts").as("refused_transaction_id"),
    // Kysely's types do not support a column that replaces another of the same name.
  ] as never as ReturnType<typeof rows.columns<"owner_payouts">>;
  const all = () => own().select(currentColumns);
  /** Sorts by reference, which is also the lock order. */
  const lockedWhere = async (condition: RawBuilder<unknown>) => {
    const locked = all()
      .where(condition as RawBuilder<boolean>)
      .orderBy("reference")
      .modifyEnd(dialect.forUpdate);
    return (await locked.execute()).map(rows.decode);
  };
  const withAccounts = (selected: ReturnType<typeof own>) =>
    selected
      .leftJoin("bank_accounts as account", (join) =>
        join
          .onRef("account.mandataire_id", "=", "owner_payouts.mandataire_id")
          .onRef("account.id", "=", "owner_payouts.bank_account_id")
          .on(sql<boolean>`(account.owner_id = owner_payouts.owner_id or account.tenant_id = owner_payouts.tenant_id)`),
      )
      .select(currentColumns)
      .select(["account.iban as account_iban", "account.bic as account_bic"])
      .orderBy("owner_payouts.reference");
  const payablesFrom = (found: Awaited<ReturnType<ReturnType<typeof withAccounts>["execute"]>>) =>
    found.map(
      ({ account_iban: iban, account_bic: bic, ...payout }): PayoutWithAccount => ({
        payout: rows.decode(payout as Row<typeof ownerPayoutRows>),
        iban,
        bic,
      }),
    );

  return {
    async find(id) {
      const row = await all().where("id", "=", id).executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    list: (query) =>
      pageOf(
        own(),
        { listing: ownerPayoutListing, query, columns, dialect },
        (matching) => matching.select(currentColumns),
        rows.decode,
      ),

    async lock(ids) {
      if (ids.length === 0) return [];
      const locked = all()
        .where("id", "in", valueSet(ownerPayoutRows, "id", ids, dialect))
        .orderBy("id")
        .modifyEnd(dialect.forUpdate);
      return (await locked.execute()).map(rows.decode);
    },

    async payable(ids) {
      if (ids?.length === 0) return [];
      const selected = ids
        ? own().where("owner_payouts.id", "in", valueSet(ownerPayoutRows, "id", ids, dialect))
        : own().where("owner_payouts.status", "=", "ordered");
      return payablesFrom(await withAccounts(selected).execute());
    },

    async lockPayable(ids) {
      if (ids.length === 0) return [];
      const selected = own().where("owner_payouts.id", "in", valueSet(ownerPayoutRows, "id", ids, dialect));
      return payablesFrom(await withAccounts(selected).modifyEnd(dialect.forUpdateOf("owner_payouts")).execute());
    },

    async distributions(ids) {
      if (ids.length === 0) return [];
      const { rows: found } = await sql<PayoutDistribution>`
        with wanted as materialized (
          select id, reference, owner_id, mandate_id, billing_run_id from owner_payouts
          where mandataire_id = ${mandataireId} and id in ${valueSet(ownerPayoutRows, "id", ids, dialect)}
        ), runs as materialized (select distinct billing_run_id as id from wanted),
        receipts as materialized (
          select run_id, owner_id, max(booked_on) as last_on from (
            select runs.id as run_id, part.owner_id, part.booked_on from runs
            ${dialect.lookup("cross", { table: sql`collected_parts`, as: "part", on: sql`part.${isOwn} and part.remitted_by_run_id = runs.id and part.status = 'allocated'` })}
            union all
            select runs.id as run_id, part.owner_id, part.booked_on from runs
            ${dialect.lookup("cross", { table: sql`payment_allocations`, as: "allocation", on: sql`allocation.${isOwn} and allocation.billing_run_id = runs.id and allocation.status = 'allocated'` })}
            ${dialect.lookup("cross", {
              table: sql`collected_parts`,
              as: "part",
              on: sql`part.${isOwn} and part.allocation_id = allocation.id and part.status = 'allocated'
                and part.is_accrual = ${dialect.boolean(true)}`,
            })}
          ) as each group by run_id, owner_id
        )
        select wanted.id as "payoutId", run.period_end as "periodEnd", mandate.distribution_day as "distributionDay",
          mandate.distribution_margin_days as "distributionMarginDays", receipts.last_on as "lastReceiptOn"
        from wanted
        join billing_runs as run on run.${isOwn} and run.id = wanted.billing_run_id
        left join mandates as mandate on mandate.${isOwn} and mandate.id = wanted.mandate_id
        left join receipts on receipts.run_id = wanted.billing_run_id and receipts.owner_id = wanted.owner_id
        order by wanted.reference`.execute(db);
      return found;
    },

    lockNamed: (references) =>
      references.length === 0
        ? Promise.resolve([])
        : lockedWhere(sql`reference in ${valueSet(ownerPayoutRows, "reference", references, dialect)}`),

    async lockAwaiting(amounts) {
      if (amounts.length === 0) return [];
      const selected = own()
        .where("owner_payouts.status", "in", AWAITING_BANK)
        .where("owner_payouts.amount_cents", "in", valueSet(ownerPayoutRows, "amount_cents", amounts, dialect));
      return payablesFrom(await withAccounts(selected).modifyEnd(dialect.forUpdateOf("owner_payouts")).execute());
    },

    lockExecutedBy: (id) => lockedWhere(sql`bank_transaction_id = ${id} and status = 'executed'`),
    lockUnpaidOf: (id) => lockedWhere(sql`owner_id = ${id} and status in ('blocked', 'ordered', 'failed')`),

    lockUnpaidOfTenant: (id) => lockedWhere(sql`tenant_id = ${id} and status in ('blocked', 'ordered', 'failed')`),

    async runsOfFailed(ownerId) {
      const { rows: found } = await sql<{ readonly runId: NonNullable<OwnerPayout["billingRunId"]> }>`
        select distinct billing_run_id as "runId" from owner_payouts
        where mandataire_id = ${mandataireId} and owner_id = ${ownerId} and status = 'failed'`.execute(db);
      return found.map(({ runId }) => runId);
    },

    async lockOf(runId) {
      const locked = all().where("billing_run_id", "=", runId).orderBy("id").modifyEnd(dialect.forUpdate);
      return (await locked.execute()).map(rows.decode);
    },

    async insert(payouts) {
      await insertAll(ownerPayoutRows, payouts.map(rows.encode), { db, dialect });
    },

    async update(payouts) {
      if (payouts.length === 0) return;
      const changed = rowSet(ownerPayoutRows, ["id", ...MUTABLE_COLUMNS], payouts.map(rows.encode), dialect);
      const set = MUTABLE_COLUMNS.map((column) => sql`${sql.ref(column)} = ${sql.ref(`changed.${column}`)}`);
      await sql`with changed as materialized (${changed})
        update owner_payouts set ${sql.join(set)} from changed
        where owner_payouts.mandataire_id = ${mandataireId} and owner_payouts.id = changed.id`.execute(db);
      const last = payouts.reduce((at, { updatedAt }) => (updatedAt > at ? updatedAt : at), EPOCH);
      await sql`update payout_exports set updated_at = ${dialect.instant(last)}
        where ${isOwn} and id in (
          select export_id from exported_payouts
          where ${isOwn} and payout_id in ${valueSet(
            ownerPayoutRows,
            "id",
            payouts.map(({ id }) => id),
            dialect,
          )}
        )`.execute(db);
    },
  };
}

/** The mutable columns of an ordered payout. */
const MUTABLE_COLUMNS = [
  "status",
  "ordered_at",
  "executed_at",
  "transmitted_at",
  "export_id",
  "bank_account_id",
  "bank_transaction_id",
  "refused_transaction_id",
  "updated_at",
] as const;
