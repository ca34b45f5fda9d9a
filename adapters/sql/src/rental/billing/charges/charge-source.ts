import type { MandataireId } from "@cartulary/rental/agency";
import type {
  AllocatedKey,
  CalledProvision,
  ChargedLetting,
  ChargedUnit,
  ChargeSource,
  SupplierInvoice,
  UnitOccupant,
} from "@cartulary/rental/billing";
import type { UnitId } from "@cartulary/rental/property";
import { type SqlBool, sql } from "kysely";
import type { Row } from "../../../engine/columns.ts";
import type { SqlTransaction } from "../../../engine/module.ts";
import { rowsOf } from "../../../engine/row-codec.ts";
import { valueSet } from "../../../engine/row-set.ts";
import { leaseUnitRows } from "../../property/tables/leases.ts";
import { shareKeyRows } from "../../property/tables/properties.ts";
import { unitRows } from "../../property/tables/units.ts";
import type { EstateTables } from "../../property/tables.ts";
import { type ChargeTables, supplierInvoiceRows } from "./tables.ts";

export function createChargeSource(
  { db, dialect }: SqlTransaction<ChargeTables & Omit<EstateTables, keyof ChargeTables>>,
  mandataireId: MandataireId,
): ChargeSource {
  const unitCodec = rowsOf(unitRows, dialect);
  const keyCodec = rowsOf(shareKeyRows, dialect);
  const invoiceCodec = rowsOf(supplierInvoiceRows, dialect);
  return {
    async units(propertyId) {
      const found = await db
        .selectFrom("units")
        .select(unitCodec.columns("units"))
        .where("mandataire_id", "=", mandataireId)
        .where("property_id", "=", propertyId)
        .orderBy("id")
        .execute();
      return found.map((row): ChargedUnit => {
        const { id, identifier, unitType, areaSqm, active } = unitCodec.decode(row as Row<typeof unitRows>);
        return { id, identifier, unitType, areaSqm, active };
      });
    },

    async shareKeys(propertyId, ids) {
      if (ids.length === 0) return [];
      const found = await db
        .selectFrom("share_keys")
        .select(keyCodec.columns("share_keys"))
        .where("mandataire_id", "=", mandataireId)
        .where("property_id", "=", propertyId)
        .where("id", "in", valueSet(shareKeyRows, "id", ids, dialect))
        .execute();
      const allocations = await db
        .selectFrom("unit_allocations")
        .select(["share_key_id", "unit_id", "shares"])
        .where("mandataire_id", "=", mandataireId)
        .where("share_key_id", "in", valueSet(shareKeyRows, "id", ids, dialect))
        .execute();
      const ofKeys = Map.groupBy(allocations, (each) => each.share_key_id);
      return found.map((row): AllocatedKey => {
        const { mandataireId: _, position: __, ...key } = keyCodec.decode(row as Row<typeof shareKeyRows>);
        const shares = (ofKeys.get(key.id) ?? []).map((each) => [each.unit_id, each.shares] as const);
        return { key, shares: new Map(shares) };
      });
    },

    async lettings(propertyId, { from, to }) {
      const { rows } = await sql<ChargedLetting>`
        select lease_units.id as "leaseUnitId", lease.id as "leaseId", lease.reference as "leaseReference",
          units.id as "unitId", units.identifier as "unitIdentifier", lease.charge_type as "chargeType",
          ${later("lease.start_date", "lease_units.entry_date")} as "from",
          ${earlier("lease.end_date", "lease_units.exit_date")} as "to"
        from units
        join lease_units on lease_units.mandataire_id = units.mandataire_id and lease_units.unit_id = units.id
        join ${leasesOnce} as lease
          on lease.mandataire_id = lease_units.mandataire_id and lease.id = lease_units.lease_id
        where units.mandataire_id = ${mandataireId} and units.property_id = ${propertyId}
          and lease.status not in ('draft', 'cancelled')
        order by lease_units.id`.execute(db);
      return rows.filter((each) => each.from <= to && (each.to ?? to) >= from);
    },

    async provisions(leaseUnits, { from, to }) {
      if (leaseUnits.length === 0) return [];
      const { rows } = await sql<CalledProvision>`
        select line.lease_unit_id as "leaseUnitId", line.period_start as "from", line.period_end as "to",
          line.amount_ht as "amountCents"
        from billing_run_lines as line
        join billing_runs as run on run.mandataire_id = line.mandataire_id and run.id = line.billing_run_id
          and run.computation = line.computation and run.status = 'applied'
        where line.mandataire_id = ${mandataireId} and line.billing_category = 'charge_provision'
          and line.status = 'active' and line.period_start <= ${to} and line.period_end >= ${from}
          and line.lease_unit_id in ${valueSet(leaseUnitRows, "id", leaseUnits, dialect)}
        order by line.lease_unit_id, line.period_start`.execute(db);
      return rows.map((row) => ({ ...row, amountCents: Number(row.amountCents) as CalledProvision["amountCents"] }));
    },

    async recoverableInvoices(propertyId, { from, to }) {
      const found = await db
        .selectFrom("supplier_invoices")
        .select(invoiceCodec.columns("supplier_invoices"))
        .where("mandataire_id", "=", mandataireId)
        .where("charge_statement_id", "is", null)
        .where("recoverable_percent", ">", 0 as never)
        .where("invoice_date", ">=", from)
        .where("invoice_date", "<=", to)
        .where(
          sql<SqlBool>`(property_id = ${propertyId} or unit_id in (select id from units
            where mandataire_id = ${mandataireId} and property_id = ${propertyId}))`,
        )
        .orderBy("invoice_date")
        .orderBy("id")
        .execute();
      return found.map((row): SupplierInvoice => {
        const { referenceKey: _, chargeStatementId: __, ...invoice } = invoiceCodec.decode(row as never);
        return invoice;
      });
    },

    async occupants(units, { from, to }) {
      if (units.length === 0) return [];
      const { rows } = await sql<UnitOccupant>`
        select lease_units.unit_id as "unitId",
          ${later("lease_parties.valid_from", "lease.start_date", "lease_units.entry_date")} as "from",
          ${earlier("lease_parties.valid_to", "lease.end_date", "lease_units.exit_date")} as "to"
        from lease_units
        join ${leasesOnce} as lease
          on lease.mandataire_id = lease_units.mandataire_id and lease.id = lease_units.lease_id
        join lease_parties on lease_parties.mandataire_id = lease.mandataire_id and lease_parties.lease_id = lease.id
        where lease_units.mandataire_id = ${mandataireId} and lease.status not in ('draft', 'cancelled')
          and lease_parties.party_type in ('tenant', 'occupant')
          and lease_units.unit_id in ${valueSet(unitRows, "id", units as readonly UnitId[], dialect)}
        order by lease_parties.id, lease_units.id`.execute(db);
      return rows.filter((each) => (each.from ?? from) <= to && (each.to ?? to) >= from);
    },
  };
}

/** Leases with their last day; one that renews tacitly has none. */
const leasesOnce = sql`(select mandataire_id, id, reference, status, charge_type, start_date,
  case when status = 'active' and auto_renewal then null else end_date end as end_date from leases)`;

/** The latest of days, of which some may be null. */
const later = (...days: readonly string[]) => extreme(days, ">");
/** The earliest of days, of which some may be null. */
const earlier = (...days: readonly string[]) => extreme(days, "<");

function extreme(days: readonly string[], sign: ">" | "<") {
  const refs = days.map((day) => sql.ref(day));
  return refs.reduce(
    (one, other) =>
      sql`case when ${other} is null then ${one} when ${one} is null then ${other}
        when ${one} ${sql.raw(sign)} ${other} then ${one} else ${other} end` as never,
  );
}
