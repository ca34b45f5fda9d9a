import type { MandataireId } from "@cartulary/rental/agency";
import {
  type BankAccount,
  type ListedOwner,
  type ListedTenant,
  type Owner,
  type OwnerId,
  type OwnerMandate,
  type OwnerOwnership,
  type OwnerProperty,
  type OwnerStore,
  ownerListing,
  type Tenant,
  type TenantId,
  type TenantLease,
  type TenantPayment,
  type TenantStore,
  tenantListing,
} from "@cartulary/rental/property";
import { sql } from "kysely";
import type { Row } from "../../engine/columns.ts";
import { jsonFrom, type StoredJson } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { type Source, statement } from "../../engine/statement.ts";
import { columnsOf } from "../../records/listing.ts";
import { recordsFrom } from "./json.ts";
import { estatePages, type ListScope } from "./lists.ts";
import { createMandataireRowStore } from "./mandataire-rows.ts";
import {
  bankAccountsOf,
  mandatesOf,
  ownershipsOf,
  propertiesOf,
  type StoredTenantCall,
  tenantCallFrom,
  tenantCallsOf,
  tenantLeasesOf,
  tenantPaymentsOf,
} from "./people-views.ts";
import { bankAccountRows, ownerRows, tenantRows } from "./tables/people.ts";
import type { EstateTables } from "./tables.ts";

const owners = createMandataireRowStore(ownerRows);
const tenants = createMandataireRowStore(tenantRows);

const ownerList = estatePages({
  listing: ownerListing,
  columns: { ...columnsOf(ownerListing, ownerRows), ownerProfileId: { ref: "owners.profile_id", nullable: false } },
  table: "owners",
  rows: (from) => from.selectFrom("owners"),
  select: (matching, { dialect }) => matching.select(rowsOf(ownerRows, dialect).columns("owners")),
});

const tenantList = estatePages({
  listing: tenantListing,
  columns: {
    ...columnsOf(tenantListing, tenantRows),
    tenantProfileId: { ref: "tenants.profile_id", nullable: false },
  },
  table: "tenants",
  rows: (from) => from.selectFrom("tenants"),
  select: (matching, { dialect }) => matching.select(rowsOf(tenantRows, dialect).columns("tenants")),
});

type AskedOne = ListScope & { readonly id: string };

const ownerDetail = statement(({ db, dialect }: Source<EstateTables>, { mandataireId, today, id }: AskedOne) =>
  db
    .selectFrom("owners")
    .where("owners.mandataire_id", "=", mandataireId)
    .where("owners.id", "=", id as OwnerId)
    .select([
      ...rowsOf(ownerRows, dialect).columns("owners"),
      bankAccountsOf(dialect, "owners").as("bank_accounts"),
      ownershipsOf(dialect, today).as("ownerships"),
      propertiesOf(dialect, today).as("properties"),
      mandatesOf(dialect, today).as("mandates"),
    ])
    .compile(),
);

interface OwnerProfile {
  readonly mandataireId: MandataireId;
  readonly profileId: Owner["profileId"];
}

const lockingProfile = statement(({ db, dialect }: Source<EstateTables>, { mandataireId, profileId }: OwnerProfile) =>
  db
    .selectFrom("owners")
    .select(rowsOf(ownerRows, dialect).columns("owners"))
    .where("mandataire_id", "=", mandataireId)
    .where("profile_id", "=", profileId)
    .modifyEnd(dialect.forUpdate)
    .compile(),
);

const tenantDetail = statement(({ db, dialect }: Source<EstateTables>, { mandataireId, today, id }: AskedOne) =>
  db
    .selectFrom("tenants")
    .where("tenants.mandataire_id", "=", mandataireId)
    .where("tenants.id", "=", id as TenantId)
    .select([
      ...rowsOf(tenantRows, dialect).columns("tenants"),
      bankAccountsOf(dialect, "tenants").as("bank_accounts"),
      tenantLeasesOf(dialect, today).as("leases"),
      tenantCallsOf(dialect, today).as("rent_calls"),
      tenantPaymentsOf(dialect).as("payments"),
    ])
    .compile(),
);

interface OwnerDetailRow extends Row<typeof ownerRows> {
  readonly bank_accounts: StoredJson<readonly BankAccount[]>;
  readonly ownerships: StoredJson<readonly OwnerOwnership[]>;
  readonly properties: StoredJson<readonly OwnerProperty[]>;
  readonly mandates: StoredJson<readonly OwnerMandate[]>;
}

interface TenantDetailRow extends Row<typeof tenantRows> {
  readonly bank_accounts: StoredJson<readonly BankAccount[]>;
  readonly leases: StoredJson<readonly TenantLease[]>;
  readonly rent_calls: StoredJson<readonly StoredTenantCall[]>;
  readonly payments: StoredJson<readonly TenantPayment[]>;
}

/** The fields of a detail that have other names than in the record. */
const detailFields = ({ displayName, accountingCode }: Owner | Tenant, type: string) => ({
  name: displayName,
  contactType: type === "individual" ? ("individual" as const) : ("company" as const),
  code: accountingCode,
});

/** The owners of one mandataire in SQL. */
export function createOwnerStore(transaction: SqlTransaction<EstateTables>, mandataireId: MandataireId): OwnerStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(ownerRows, dialect);
  const listed = (row: Row<typeof ownerRows>): ListedOwner => {
    const { profileId: ownerProfileId, ...owner } = rows.decode(row);
    return { ...owner, ownerProfileId };
  };
  return {
    ...owners(transaction, mandataireId),
    list: (query, today) => ownerList(transaction, query, { mandataireId, today }, listed),

    async detail(id, today) {
      const { rows: found } = await ownerDetail(transaction, { mandataireId, today, id }, undefined);
      const row = found[0] as unknown as OwnerDetailRow | undefined;
      if (!row) return null;
      const owner = rows.decode(row);
      return {
        ...owner,
        ...detailFields(owner, owner.ownerType),
        subType: owner.ownerType,
        bankAccounts: recordsFrom(bankAccountRows, row.bank_accounts),
        ownerships: jsonFrom(row.ownerships),
        properties: jsonFrom(row.properties),
        mandates: jsonFrom(row.mandates),
      };
    },

    async hasDependents(id) {
      const used = (table: "ownerships" | "mandates") =>
        db.selectFrom(table).select("id").where("mandataire_id", "=", mandataireId).where("owner_id", "=", id);
      const found = await used("ownerships").unionAll(used("mandates")).limit(1).executeTakeFirst();
      return found !== undefined;
    },

    async lockProfile(profileId) {
      const found = await lockingProfile(transaction, { mandataireId, profileId }, undefined);
      const [row] = found.rows as unknown as readonly Row<typeof ownerRows>[];
      return row ? rows.decode(row) : null;
    },

    any: () => anyIn(transaction, "owners", mandataireId),
  };
}

export function createTenantStore(transaction: SqlTransaction<EstateTables>, mandataireId: MandataireId): TenantStore {
  const { db } = transaction;
  const rows = rowsOf(tenantRows, transaction.dialect);
  const listed = (row: Row<typeof tenantRows>): ListedTenant => {
    const { profileId: tenantProfileId, ...tenant } = rows.decode(row);
    return { ...tenant, tenantProfileId };
  };
  return {
    ...tenants(transaction, mandataireId),
    list: (query, today) => tenantList(transaction, query, { mandataireId, today }, listed),

    async detail(id, today) {
      const { rows: found } = await tenantDetail(transaction, { mandataireId, today, id }, undefined);
      const row = found[0] as unknown as TenantDetailRow | undefined;
      if (!row) return null;
      const tenant = rows.decode(row);
      const bankAccounts = recordsFrom(bankAccountRows, row.bank_accounts);
      return {
        ...tenant,
        ...detailFields(tenant, tenant.tenantType),
        subType: tenant.tenantType,
        bankAccounts,
        leases: jsonFrom(row.leases),
        rentCalls: jsonFrom(row.rent_calls).map(tenantCallFrom),
        payments: jsonFrom(row.payments),
      };
    },

    async lockProfile(profileId) {
      const own = db.selectFrom("tenants").select(rows.columns("tenants")).where("mandataire_id", "=", mandataireId);
      const row = await own
        .where("profile_id", "=", profileId)
        .modifyEnd(transaction.dialect.forUpdate)
        .executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    async hasDependents(id) {
      const party = db.selectFrom("lease_parties").select("id").where("mandataire_id", "=", mandataireId);
      const named = party.where(({ or, eb }) => or([eb("tenant_id", "=", id), eb("profile_tenant_id", "=", id)]));
      if ((await named.limit(1).executeTakeFirst()) !== undefined) return true;
      const { rows: paid } = await sql`select id from payments
        where mandataire_id = ${mandataireId} and tenant_id = ${id} limit 1`.execute(db);
      return paid.length > 0;
    },
    any: () => anyIn(transaction, "tenants", mandataireId),
  };
}

/** Returns true if a mandataire has a row in a table. */
export async function anyIn(
  { db }: SqlTransaction<EstateTables>,
  table: "properties" | "owners" | "tenants",
  mandataireId: MandataireId,
): Promise<boolean> {
  const found = await sql`select 1 from ${sql.table(table)} where mandataire_id = ${mandataireId} limit 1`.execute(db);
  return found.rows.length > 0;
}
