import type { MandataireId } from "@cartulary/rental/agency";
import type { CollectionStore, RunScope, UnremittedCollection } from "@cartulary/rental/billing";
import type { LeaseId, MandateId, OwnerId, TenantId } from "@cartulary/rental/property";
import { type RawBuilder, sql } from "kysely";
import { booleanFrom, type Dialect, type StoredBoolean } from "../../../engine/dialect.ts";
import type { SqlTransaction } from "../../../engine/module.ts";
import { rowSet, valueSet } from "../../../engine/row-set.ts";
import { sumFrom, sumOf } from "../../../ledger/sums.ts";
import { isOfFirstCall } from "../../billing/runs/line-store.ts";
import { leasesInScope } from "../../billing/runs/source.ts";
import { leaseRows } from "../../property/tables/leases.ts";
import { ownerRows } from "../../property/tables/people.ts";
import { type MoneyInTables, paymentRows } from "./tables.ts";

/** The payments of one mandataire's tenants, for billing runs, in SQL. */
export function createCollectionStore(
  { db, dialect }: SqlTransaction<MoneyInTables>,
  mandataireId: MandataireId,
): CollectionStore {
  const waiting = sql`part.mandataire_id = ${mandataireId} and part.remitted_by_run_id is null
    and part.status = 'allocated' and part.is_accrual = ${dialect.boolean(false)}`;
  const ofOwners = (owners: readonly OwnerId[]) => sql`part.owner_id in ${valueSet(ownerRows, "id", owners, dialect)}`;

  return {
    async freeCredits(tenants) {
      if (tenants.length === 0) return new Map();
      const { rows } = await sql<{ readonly tenantId: TenantId; readonly credit: string }>`
        select tenant_id as "tenantId", ${sumOf(sql`remaining_cents`)} as credit from payments
        where mandataire_id = ${mandataireId} and remaining_cents > 0 and status <> 'rejected'
          and tenant_id in ${valueSet(paymentRows, "tenant_id", tenants, dialect)}
        group by tenant_id order by tenant_id`.execute(db);
      return new Map(rows.map(({ tenantId, credit }) => [tenantId, sumFrom(credit)] as const));
    },

    async notRemitted(scope, until, owners) {
      if (owners?.length === 0) return [];
      const { rows } = await sql<StoredCollection>`
        select part.id, part.owner_id as "ownerId", line.lease_id as "leaseId", line.lease_unit_id as "leaseUnitId",
          line.billing_category as category, billed.mandate_id as "mandateId",
          billed.mandate_finding as "mandateFinding", part.ht_cents as "htCents", part.vat_cents as "vatCents",
          ${isOfFirstCall(dialect)} as "isOfFirstCall"
        from collected_parts as part
        join payment_allocations as own on own.mandataire_id = part.mandataire_id and own.id = part.allocation_id
        join billing_run_lines as line on line.mandataire_id = own.mandataire_id
          and line.billing_run_id = own.billing_run_id and line.computation = own.computation and line.id = own.line_id
        join billing_run_parts as billed on billed.mandataire_id = own.mandataire_id
          and billed.billing_run_id = own.billing_run_id and billed.computation = own.computation
          and billed.line_id = own.line_id and billed.owner_id = part.owner_id
        join leases on leases.mandataire_id = line.mandataire_id and leases.id = line.lease_id
        where ${waiting} and part.booked_on <= ${until} and ${inScope(scope, dialect)}
          ${owners ? sql`and ${ofOwners(owners)}` : sql``}
        order by ${dialect.unindexed("part.id")}`.execute(db);
      return rows.map(
        (row): UnremittedCollection => ({
          ...row,
          leaseId: row.leaseId as LeaseId,
          mandateId: row.mandateId as MandateId | null,
          isOfFirstCall: booleanFrom(row.isOfFirstCall),
        }),
      );
    },

    async waiting(owners) {
      if (owners.length === 0) return new Map();
      const named = [...new Set(owners)].map((id) => ({ id }));
      const { rows } = await sql<{ readonly ownerId: OwnerId; readonly collected: string }>`
        with named as materialized (${rowSet(ownerRows, ["id"], named, dialect)})
        select named.id as "ownerId", ${sumOf(sql`part.ht_cents + part.vat_cents`)} as collected
        from named join collected_parts as part on part.owner_id = named.id and ${waiting}
        group by named.id order by named.id`.execute(db);
      return new Map(rows.map(({ ownerId, collected }) => [ownerId, sumFrom(collected)] as const));
    },

    async hasUnmatchedRejection() {
      const { rows } = await sql`select 1 as found from bank_transactions where mandataire_id = ${mandataireId}
        and method = 'rejection' and status = 'unmatched' and direction = 'outbound' limit 1`.execute(db);
      return rows.length > 0;
    },
  };
}

/** A collection as returned by the drivers. */
interface StoredCollection extends Omit<UnremittedCollection, "isOfFirstCall"> {
  readonly isOfFirstCall: StoredBoolean;
}

/** The condition of a scope's leases in any status; without filters, all leases. */
function inScope(scope: RunScope, dialect: Dialect): RawBuilder<unknown> {
  const { leaseIds } = scope;
  const named = leaseIds.length === 0 ? sql`` : sql`and leases.id in ${valueSet(leaseRows, "id", leaseIds, dialect)}`;
  return sql`${leasesInScope(scope, dialect)} ${named}`;
}
