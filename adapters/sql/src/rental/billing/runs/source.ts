import { addMonths, firstDay, lastDay } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental/agency";
import type { BillingSource, MandateToBill, OwnerToBill, RunScope, UnitLetting } from "@cartulary/rental/billing";
import type { LeaseId, MandateId, MandateService, OwnerId, Ownership, PropertyId } from "@cartulary/rental/property";
import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Row } from "../../../engine/columns.ts";
import { booleanFrom, type Dialect, type StoredBoolean } from "../../../engine/dialect.ts";
import type { SqlTransaction } from "../../../engine/module.ts";
import { rowsOf } from "../../../engine/row-codec.ts";
import { lookupEach, valueSet } from "../../../engine/row-set.ts";
import { type Source, statement, transformValue } from "../../../engine/statement.ts";
import { type LeasesPartsRow, leasesPartsFrom, partsOfLeases } from "../../property/lease-parts.ts";
import { leaseRows, leaseUnitRows } from "../../property/tables/leases.ts";
import { mandatePropertyRows, mandateRows, mandateServiceRows } from "../../property/tables/mandates.ts";
import { ownerRows } from "../../property/tables/people.ts";
import { ownershipRows } from "../../property/tables/units.ts";
import type { EstateTables } from "../../property/tables.ts";

/** Leases with all their parts. A month runs this some hundred times, so it is compiled once. */
const leasesWithParts = statement(
  ({ db, dialect }: Source<EstateTables>, { mandataireId, wanted }: LeasesWanted) =>
    db
      .selectFrom("leases")
      .where("leases.mandataire_id", "=", mandataireId)
      .where(
        "leases.id",
        "in",
        valueSet(
          leaseRows,
          "id",
          transformValue(wanted, ({ ids }) => ids),
          dialect,
        ),
      )
      .select(partsOfLeases(dialect))
      .orderBy("leases.id")
      .compile() as unknown as CompiledQuery<LeasesPartsRow>,
);

/** The requested leases; all ids are one parameter. */
interface LeasesWanted {
  readonly mandataireId: MandataireId;
  readonly wanted: { readonly ids: readonly LeaseId[] };
}

export function createBillingSource(
  transaction: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
): BillingSource {
  const { db, dialect } = transaction;
  const owned = rowsOf(ownershipRows, dialect);
  const mandated = rowsOf(mandateRows, dialect);
  const services = rowsOf(mandateServiceRows, dialect);
  const ofMandates = (values: readonly MandateId[]) =>
    ({ column: "mandate_id", values, where: sql`mandataire_id = ${mandataireId}` }) as const;
  return {
    async leaseIds(scope, after, limit) {
      const { rows } = await sql<{ readonly id: LeaseId }>`select leases.id from leases
        where leases.mandataire_id = ${mandataireId}
          and (${inScope(scope, dialect)} or ${hasDueAdjustments(scope, dialect)} or ${hasEndedBilled(scope, dialect)})
          ${after === null ? sql`` : sql`and leases.id > ${after}`}
          ${scope.leaseIds.length === 0 ? sql`` : sql`and leases.id in ${valueSet(leaseRows, "id", scope.leaseIds, dialect)}`}
        order by leases.id limit ${limit}`.execute(db);
      return rows.map(({ id }) => id);
    },

    async leases(ids) {
      if (ids.length === 0) return [];
      const { rows } = await leasesWithParts(transaction, { mandataireId, wanted: { ids } }, undefined);
      return rows.map((row) => leasesPartsFrom(dialect, row));
    },

    async ownerships(units) {
      if (units.length === 0) return [];
      const rows = await db
        .selectFrom("ownerships")
        .select(owned.columns("ownerships"))
        .where("mandataire_id", "=", mandataireId)
        .where("unit_id", "in", valueSet(ownershipRows, "unit_id", units, dialect))
        .orderBy("unit_id")
        .orderBy("id")
        .execute();
      return rows.map((row): Ownership => owned.decode(row as Row<typeof ownershipRows>));
    },

    async lettings(units) {
      if (units.length === 0) return [];
      const { rows } = await sql<UnitLetting>`
        select lease_units.unit_id as "unitId", lease_units.lease_id as "leaseId",
          case when lease_units.entry_date > leases.start_date then lease_units.entry_date
            else leases.start_date end as "from",
          case when leases.end_date is null or lease_units.exit_date < leases.end_date then lease_units.exit_date
            when ${renews} then lease_units.exit_date else leases.end_date end as "to"
        from lease_units join leases on leases.mandataire_id = lease_units.mandataire_id
          and leases.id = lease_units.lease_id
        where lease_units.mandataire_id = ${mandataireId} and leases.status not in ('draft', 'cancelled')
          and lease_units.unit_id in ${valueSet(leaseUnitRows, "unit_id", units, dialect)}
        order by lease_units.unit_id, lease_units.id`.execute(db);
      return rows;
    },

    async mandates(owners) {
      if (owners.length === 0) return [];
      const found = await db
        .selectFrom("mandates")
        .select(mandated.columns("mandates"))
        .where("mandataire_id", "=", mandataireId)
        .where("owner_id", "in", valueSet(mandateRows, "owner_id", owners, dialect))
        .orderBy("id")
        .execute();
      const ids = found.map(({ id }) => id);
      const propertiesOf = Map.groupBy(await properties(ids), ({ mandateId }) => mandateId);
      const servicesOf = Map.groupBy(await performed(ids), ({ mandateId }) => mandateId);
      return found.map((row): MandateToBill => {
        const mandate = mandated.decode(row as Row<typeof mandateRows>);
        return {
          mandate,
          propertyIds: (propertiesOf.get(mandate.id) ?? []).map(({ propertyId }) => propertyId),
          services: (servicesOf.get(mandate.id) ?? []).map(({ service }) => service),
        };
      });
    },

    async owners(ids) {
      if (ids.length === 0) return [];
      const { rows } = await sql<StoredOwner>`
        select owners.id, owners.display_name as "displayName", owners.accounting_code as "accountingCode",
          exists (select 1 from bank_accounts where bank_accounts.mandataire_id = owners.mandataire_id
            and bank_accounts.owner_id = owners.id and bank_accounts.is_default = ${dialect.boolean(true)}
            and bank_accounts.iban is not null) as "hasBankAccount"
        from owners where owners.mandataire_id = ${mandataireId}
          and owners.id in ${valueSet(ownerRows, "id", ids, dialect)} order by owners.id`.execute(db);
      return rows.map((row): OwnerToBill => ({ ...row, hasBankAccount: booleanFrom(row.hasBankAccount) }));
    },

    async ownerIds(after, limit) {
      const all = db.selectFrom("owners").select("id").where("mandataire_id", "=", mandataireId);
      const rows = await (after === null ? all : all.where("id", ">", after)).orderBy("id").limit(limit).execute();
      return rows.map(({ id }) => id);
    },

    async formerMandants({ month, propertyId }, after, limit) {
      const [first, last] = [firstDay(month), lastDay(month)];
      const endless = sql`mandates.renewal_months is not null and mandates.terminated_on is null`;
      const ofOwner = sql`mandates.mandataire_id = owners.mandataire_id and mandates.owner_id = owners.id`;
      const { rows } = await sql<{ readonly id: OwnerId }>`select owners.id from owners
        where owners.mandataire_id = ${mandataireId} ${after === null ? sql`` : sql`and owners.id > ${after}`}
          and exists (select 1 from mandates where ${ofOwner} and mandates.end_date < ${first} and not (${endless}))
          and not exists (select 1 from mandates where ${ofOwner} and mandates.start_date <= ${last}
            and (mandates.end_date is null or mandates.end_date >= ${first} or (${endless})))
          ${propertyId === null ? sql`` : sql`and (${ownedIn(propertyId)} or ${mandatedFor(propertyId)})`}
        order by owners.id limit ${limit}`.execute(db);
      return rows.map(({ id }) => id);
    },

    async knownLeases(ids) {
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom("leases")
        .select("id")
        .where("mandataire_id", "=", mandataireId)
        .where("id", "in", valueSet(leaseRows, "id", ids, dialect))
        .execute();
      return rows.map(({ id }) => id);
    },
  };

  async function properties(mandates: readonly MandateId[]) {
    const { rows } = await sql<{ readonly mandate_id: MandateId; readonly property_id: PropertyId }>`
      ${lookupEach(mandatePropertyRows, ofMandates(mandates), dialect)} order by mandate_id, position`.execute(db);
    return rows.map(({ mandate_id: mandateId, property_id: propertyId }) => ({ mandateId, propertyId }));
  }

  async function performed(mandates: readonly MandateId[]) {
    const { rows } = await sql`
      ${lookupEach(mandateServiceRows, ofMandates(mandates), dialect)} order by mandate_id, place`.execute(db);
    return rows.map((row) => {
      const {
        mandataireId: _,
        place: __,
        mandateId,
        ...service
      } = services.decode(row as Row<typeof mandateServiceRows>);
      return { mandateId, service: service satisfies MandateService };
    });
  }
}

/** An owner as returned by the drivers. */
interface StoredOwner extends Omit<OwnerToBill, "hasBankAccount"> {
  readonly hasBankAccount: StoredBoolean;
}

const renews = sql`(leases.status = 'active' and leases.auto_renewal)`;

/** The condition of the leases that may be billed in a month, by their own dates and the filters. */
function inScope(scope: RunScope, dialect: Dialect): RawBuilder<unknown> {
  const [first, last] = [firstDay(scope.month), lastDay(scope.month)];
  return sql`leases.status not in ('draft', 'cancelled') and leases.start_date <= ${last}
    and (leases.end_date is null or leases.end_date >= ${first} or ${renews})
    and ${leasesInScope(scope, dialect)}`;
}

/** The condition of leases with a balance of charges to bill: also those that have ended. */
const hasDueAdjustments = (scope: RunScope, dialect: Dialect): RawBuilder<unknown> => sql`
  leases.status not in ('draft', 'cancelled') and leases.id in (select lease_id from charge_adjustments
    where charge_adjustments.mandataire_id = leases.mandataire_id and charge_adjustments.billing_run_id is null)
  and ${leasesInScope(scope, dialect)}`;

/** Months after its end in which the billed days of a lease are compared with what they cost. */
const MONTHS_AFTER_END = 24;

/** The condition of leases that ended before a month and have billed days, which back billing may correct. */
const hasEndedBilled = (scope: RunScope, dialect: Dialect): RawBuilder<unknown> => sql`
  leases.status not in ('draft', 'cancelled') and leases.end_date < ${firstDay(scope.month)}
  and leases.end_date >= ${addMonths(firstDay(scope.month), -MONTHS_AFTER_END)}
  and exists (select 1 from lease_units join billing_run_lines as line
    on line.mandataire_id = lease_units.mandataire_id and line.lease_unit_id = lease_units.id
    where lease_units.mandataire_id = leases.mandataire_id and lease_units.lease_id = leases.id)
  and ${leasesInScope(scope, dialect)}`;

/** The condition of the leases that match a scope's filters, at any time. */
export function leasesInScope(scope: RunScope, dialect: Dialect): RawBuilder<unknown> {
  const { propertyId, frequencies, timings, leaseTypes, excludedLeaseIds } = scope;
  const among = (column: RawBuilder<unknown>, values: readonly string[]) =>
    values.length === 0 ? sql`1 = 1` : sql`${column} in (${sql.join(values)})`;
  return sql`${among(sql`leases.lease_type`, leaseTypes)}
    and ${among(sql`coalesce(leases.payment_frequency, 'monthly')`, frequencies)}
    and ${among(sql`coalesce(leases.payment_timing, 'advance')`, timings)}
    ${excludedLeaseIds.length === 0 ? sql`` : sql`and leases.id not in ${valueSet(leaseRows, "id", excludedLeaseIds, dialect)}`}
    ${propertyId === null ? sql`` : ofProperty(propertyId)}`;
}

const ofProperty = (propertyId: string) => sql`and exists (select 1 from lease_units
  join units on units.mandataire_id = lease_units.mandataire_id and units.id = lease_units.unit_id
  where lease_units.mandataire_id = leases.mandataire_id and lease_units.lease_id = leases.id
    and units.property_id = ${propertyId})`;

/** True if an owner has or had a unit of a property. */
const ownedIn = (propertyId: PropertyId) => sql`exists (select 1 from ownerships
  join units on units.mandataire_id = ownerships.mandataire_id and units.id = ownerships.unit_id
  where ownerships.mandataire_id = owners.mandataire_id and ownerships.owner_id = owners.id
    and units.property_id = ${propertyId})`;

/** True if a mandate of an owner names a property. */
const mandatedFor = (propertyId: PropertyId) => sql`exists (select 1 from mandates
  join mandate_properties on mandate_properties.mandataire_id = mandates.mandataire_id
    and mandate_properties.mandate_id = mandates.id
  where mandates.mandataire_id = owners.mandataire_id and mandates.owner_id = owners.id
    and mandate_properties.property_id = ${propertyId})`;
