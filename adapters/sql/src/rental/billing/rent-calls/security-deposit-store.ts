import type { MandataireId } from "@cartulary/rental/agency";
import {
  type DepositStatus,
  type SecurityDeposit,
  type SecurityDepositStore,
  securityDepositListing,
} from "@cartulary/rental/billing";
import type { Lease, LeaseId } from "@cartulary/rental/property";
import { type SqlBool, sql } from "kysely";
import type { SqlTransaction } from "../../../engine/module.ts";
import { rowsOf } from "../../../engine/row-codec.ts";
import { insertAll, valueSet } from "../../../engine/row-set.ts";
import { columnsOf } from "../../../records/listing.ts";
import { pageOf } from "../../../records/pages.ts";
import { leaseRows } from "../../property/tables/leases.ts";
import type { EstateTables } from "../../property/tables.ts";
import { type CallTables, rentCallRows, securityDepositRows } from "./tables.ts";

const columns = columnsOf(securityDepositListing, securityDepositRows);

export function createSecurityDepositStore(
  { db, dialect }: SqlTransaction<CallTables & EstateTables>,
  mandataireId: MandataireId,
): SecurityDepositStore {
  const rows = rowsOf(securityDepositRows, dialect);
  const own = () => db.selectFrom("security_deposits").where("security_deposits.mandataire_id", "=", mandataireId);
  const all = () => own().select(rows.columns("security_deposits"));
  const mark = async (leases: readonly LeaseId[], depositCall: Lease["depositCall"]) => {
    if (leases.length === 0) return;
    await db
      .updateTable("leases")
      .set({ deposit_call: depositCall })
      .where("mandataire_id", "=", mandataireId)
      .where("id", "in", valueSet(leaseRows, "id", leases, dialect))
      .execute();
  };

  return {
    async find(id) {
      const row = await all().where("id", "=", id).executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    async lock(id) {
      const row = await all().where("id", "=", id).modifyEnd(dialect.forUpdate).executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    list: (query) =>
      pageOf(
        own(),
        { listing: securityDepositListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("security_deposits")),
        rows.decode,
      ),

    async insert(deposits) {
      await insertAll(securityDepositRows, deposits.map(rows.encode), { db, dialect });
      await mark(
        deposits.map(({ leaseId }) => leaseId),
        "called",
      );
    },

    markUncalled: (leases) => mark(leases, "none"),

    async update(deposit) {
      const { mandataire_id: _, id, ...changed } = rows.encode(deposit);
      await db
        .updateTable("security_deposits")
        .set(changed)
        .where("mandataire_id", "=", mandataireId)
        .where("id", "=", id)
        .execute();
    },

    async removeOf(runId) {
      const found = await all().where("billing_run_id", "=", runId).orderBy("id").execute();
      const removed = found.map(rows.decode);
      if (removed.length === 0) return [];
      await db
        .deleteFrom("security_deposits")
        .where("mandataire_id", "=", mandataireId)
        .where("billing_run_id", "=", runId)
        .execute();
      await mark(
        removed.map(({ leaseId }) => leaseId),
        "due",
      );
      return removed;
    },

    async refresh(calls, now) {
      if (calls.length === 0) return;
      const received = sql`coalesce((
        select cast(sum(own.ht_cents + own.vat_cents) as ${sql.raw(dialect.types.integer)})
        from payment_allocations as own
        where own.mandataire_id = security_deposits.mandataire_id and own.rent_call_id = security_deposits.rent_call_id
          and own.line_id = security_deposits.line_id and own.status = 'allocated'
      ), 0)`;
      const statusOf = (status: DepositStatus) => sql.lit(status);
      await sql`update security_deposits set received_cents = ${received},
        status = case when ${received} = amount_cents then ${statusOf("held")} else ${statusOf("called")} end,
        updated_at = ${dialect.instant(now)}
        where mandataire_id = ${mandataireId} and returned_at is null
          and rent_call_id in ${valueSet(rentCallRows, "id", calls, dialect)}
          and received_cents <> ${received}`.execute(db);
    },

    async returnedOf(call) {
      const ofCall = all().where("rent_call_id", "=", call).where("returned_at", "is not", null);
      return (await ofCall.orderBy("id").execute()).map(rows.decode);
    },

    async unreturned(endedBefore) {
      const found = await all()
        .where("returned_at", "is", null)
        .where("received_cents", ">", 0 as SecurityDeposit["receivedCents"])
        .where(
          sql<SqlBool>`exists (select 1 from leases where leases.mandataire_id = security_deposits.mandataire_id
            and leases.id = security_deposits.lease_id and leases.end_date < ${endedBefore})`,
        )
        .orderBy("id")
        .execute();
      return found.map(rows.decode);
    },
  };
}
