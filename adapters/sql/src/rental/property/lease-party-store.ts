import type { Id } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental/agency";
import {
  type HouseholdMemberId,
  type HouseholdMemberStore,
  type LeaseId,
  type LeasePartyField,
  type LeasePartyId,
  type LeasePartyStore,
  type LeasePartyView,
  leasePartyListing,
  partyView,
} from "@cartulary/rental/property";
import { type QueryCreator, sql } from "kysely";
import type { Row } from "../../engine/columns.ts";
import type { Dialect } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { valueSet } from "../../engine/row-set.ts";
import { type Source, statement } from "../../engine/statement.ts";
import { type Column, columnsOf } from "../../records/listing.ts";
import { lockingLease } from "./lease-lock.ts";
import { estatePages, type ListScope } from "./lists.ts";
import { createMandataireRowStore } from "./mandataire-rows.ts";
import { householdMemberRows, leasePartyRows } from "./tables/lease-terms.ts";
import type { EstateTables } from "./tables.ts";

const records = createMandataireRowStore(leasePartyRows);
const members = createMandataireRowStore(householdMemberRows);
const lockLease = lockingLease("lease_parties");

/** Parties with their computed list fields: the kind and id of the person, and the profile. */
const shownParties = ({ mandataireId }: Pick<ListScope, "mandataireId">, { types }: Dialect) =>
  sql<ShownRow>`(select lease_parties.*,
      case when lease_parties.tenant_id is not null then 'TenantActor'
        when lease_parties.contact_id is not null then 'Contact' else 'HouseholdMember' end as partyable_type,
      coalesce(lease_parties.tenant_id, lease_parties.contact_id, lease_parties.household_member_id) as partyable_id,
      profiles.profile_id as tenant_profile_id,
      cast(null as ${sql.raw(types.id)}) as bank_account_id
    from lease_parties left join tenants as profiles on profiles.mandataire_id = lease_parties.mandataire_id
      and profiles.id = lease_parties.profile_tenant_id
    where lease_parties.mandataire_id = ${mandataireId})`;

interface ShownRow extends Row<typeof leasePartyRows> {
  readonly tenant_profile_id: Id<"TenantProfile"> | null;
}

/** Parties with computed fields as a table expression. */
const shownFrom = (from: QueryCreator<EstateTables>, scope: Pick<ListScope, "mandataireId">, dialect: Dialect) =>
  from.selectFrom(shownParties(scope, dialect).as("lease_parties"));

const COMPUTED = {
  partyableType: { ref: "lease_parties.partyable_type", nullable: false },
  partyableId: { ref: "lease_parties.partyable_id", nullable: false },
  tenantProfileId: { ref: "lease_parties.tenant_profile_id", nullable: true },
  bankAccountId: { ref: "lease_parties.bank_account_id", nullable: true },
} as const;

const list = estatePages({
  listing: leasePartyListing,
  columns: { ...columnsOf(leasePartyListing, leasePartyRows), ...COMPUTED } satisfies Record<LeasePartyField, Column>,
  table: "lease_parties",
  source: (scope, dialect) => sql`${shownParties(scope, dialect)} as lease_parties`,
  rows: (from, scope, dialect) => shownFrom(from, scope, dialect),
  select: (matching, { dialect }) => matching.select(shownColumns(dialect)),
});

const shownColumns = (dialect: Dialect) =>
  [...rowsOf(leasePartyRows, dialect).columns("lease_parties"), "lease_parties.tenant_profile_id"] as const;

interface Key {
  readonly mandataireId: MandataireId;
  readonly id: LeasePartyId;
}

const detail = statement(({ db, dialect }: Source<EstateTables>, { id, ...scope }: Key) =>
  shownFrom(db, scope, dialect).where("lease_parties.id", "=", id).select(shownColumns(dialect)).compile(),
);

export function createLeasePartyStore(
  transaction: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
): LeasePartyStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(leasePartyRows, dialect);
  const shown = (row: ShownRow): LeasePartyView => partyView(rows.decode(row), row.tenant_profile_id);
  const { lock, ...others } = records(transaction, mandataireId);
  const own = db.selectFrom("lease_parties").where("lease_parties.mandataire_id", "=", mandataireId);
  const of = async (leaseId: LeaseId) => {
    const parties = own.where("lease_parties.lease_id", "=", leaseId).select(rows.columns("lease_parties"));
    const order = [sql`lease_parties.valid_from is not null`, sql`lease_parties.valid_from`, sql`lease_parties.id`];
    return (await parties.orderBy(sql.join(order)).execute()).map((row) => rows.decode(row));
  };
  return {
    ...others,
    list: (query, today) => list(transaction, query, { mandataireId, today }, shown),

    async detail(id) {
      const [row] = (await detail(transaction, { mandataireId, id }, undefined)).rows;
      return row ? shown(row as unknown as ShownRow) : null;
    },

    async lock(id) {
      await lockLease(transaction, { mandataireId, id }, undefined);
      return lock(id);
    },

    of,

    async remove(id) {
      const member = (await others.find(id))?.householdMemberId;
      await others.remove(id);
      if (member) await removeUnused(transaction, mandataireId, member);
    },

    async removeOf(leaseId) {
      const parties = await of(leaseId);
      await db
        .deleteFrom("lease_parties")
        .where("mandataire_id", "=", mandataireId)
        .where("lease_id", "=", leaseId)
        .execute();
      const members = parties.flatMap(({ householdMemberId: id }) => (id === null ? [] : [id]));
      const gone = db.deleteFrom("household_members").where("mandataire_id", "=", mandataireId);
      if (members.length > 0)
        await gone.where("id", "in", valueSet(householdMemberRows, "id", members, dialect)).execute();
      return parties.map(({ id }) => id);
    },
  };
}

export function createHouseholdMemberStore(
  transaction: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
): HouseholdMemberStore {
  const { lock, insert, update } = members(transaction, mandataireId);
  return { lock, insert, update, removeUnused: (id) => removeUnused(transaction, mandataireId, id) };
}

async function removeUnused(
  { db }: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
  id: HouseholdMemberId,
): Promise<void> {
  await db
    .deleteFrom("household_members")
    .where("mandataire_id", "=", mandataireId)
    .where("id", "=", id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("lease_parties")
            .select("lease_parties.id")
            .where("lease_parties.mandataire_id", "=", mandataireId)
            .whereRef("lease_parties.household_member_id", "=", "household_members.id"),
        ),
      ),
    )
    .execute();
}
