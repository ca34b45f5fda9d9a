import {
  type MandataireId,
  type OwnerPayout,
  type OwnerPayoutStore,
  ownerPayoutListing,
  type PayableOut,
} from "@cartulary/rental";
import { type RawBuilder, sql } from "kysely";
import type { Row } from "../../engine/columns.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { insertAll, rowSet, valueSet } from "../../engine/row-set.ts";
import { rowsOf } from "../../engine/rows.ts";
import { columnsOf } from "../../records/listing.ts";
import { pageOf } from "../../records/pages.ts";
import type { EstateTables } from "../estate/tables.ts";
import { type CallTables, ownerPayoutRows } from "./tables.ts";

const columns = columnsOf(ownerPayoutListing, ownerPayoutRows);

/** The payouts of one mandataire in SQL. */
export function createOwnerPayoutStore(
  { db, dialect }: SqlTransaction<CallTables & EstateTables>,
  mandataireId: MandataireId,
): OwnerPayoutStore {
  const rows = rowsOf(ownerPayoutRows, dialect);
  const own = () => db.selectFrom("owner_payouts").where("owner_payouts.mandataire_id", "=", mandataireId);
  const all = () => own().select(rows.columns("owner_payouts"));
  /** By reference, and the locks in that order. */
  const lockedWhere = async (condition: RawBuilder<unknown>) => {
    const locked = all()
      .where(condition as RawBuilder<boolean>)
      .orderBy("reference")
      .modifyEnd(dialect.forUpdate);
    return (await locked.execute()).map(rows.decode);
  };
  const withAccounts = (asked: ReturnType<typeof own>) =>
    asked
      .leftJoin("bank_accounts as account", (join) =>
        join
          .onRef("account.mandataire_id", "=", "owner_payouts.mandataire_id")
          .onRef("account.id", "=", "owner_payouts.bank_account_id")
          .onRef("account.owner_id", "=", "owner_payouts.owner_id"),
      )
      .select(rows.columns("owner_payouts"))
      .select(["account.iban as account_iban", "account.bic as account_bic"])
      .orderBy("owner_payouts.reference");
  const payablesFrom = (found: Awaited<ReturnType<ReturnType<typeof withAccounts>["execute"]>>) =>
    found.map(
      ({ account_iban: iban, account_bic: bic, ...payout }): PayableOut => ({
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
        (matching) => matching.select(rows.columns("owner_payouts")),
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
      const asked = ids
        ? own().where("owner_payouts.id", "in", valueSet(ownerPayoutRows, "id", ids, dialect))
        : own().where("owner_payouts.status", "=", "ordered");
      return payablesFrom(await withAccounts(asked).execute());
    },

    lockNamed: (references) =>
      references.length === 0
        ? Promise.resolve([])
        : lockedWhere(sql`reference in ${valueSet(ownerPayoutRows, "reference", references, dialect)}`),

    async lockOrdered(amounts) {
      if (amounts.length === 0) return [];
      const asked = own()
        .where("owner_payouts.status", "=", "ordered")
        .where("owner_payouts.amount_cents", "in", valueSet(ownerPayoutRows, "amount_cents", amounts, dialect));
      return payablesFrom(await withAccounts(asked).modifyEnd(dialect.forUpdateOf("owner_payouts")).execute());
    },

    lockExecutedBy: (id) => lockedWhere(sql`bank_transaction_id = ${id} and status = 'executed'`),
    lockUnpaidOf: (id) => lockedWhere(sql`owner_id = ${id} and status in ('blocked', 'ordered', 'failed')`),

    async runsOfFailed(ownerId) {
      const { rows: found } = await sql<{ readonly runId: OwnerPayout["billingRunId"] }>`
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
      const changed = rowSet(ownerPayoutRows, ["id", ...CHANGING], payouts.map(rows.encode), dialect);
      const set = CHANGING.map((column) => sql`${sql.ref(column)} = ${sql.ref(`changed.${column}`)}`);
      await sql`with changed as materialized (${changed})
        update owner_payouts set ${sql.join(set)} from changed
        where owner_payouts.mandataire_id = ${mandataireId} and owner_payouts.id = changed.id`.execute(db);
    },
  };
}

/** What changes of a payout once it is ordered. */
const CHANGING = [
  "status",
  "ordered_at",
  "executed_at",
  "bank_account_id",
  "bank_transaction_id",
  "updated_at",
] as const;
