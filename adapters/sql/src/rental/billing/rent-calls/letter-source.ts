import type { Cents, EntryId } from "@cartulary/ledger";
import type { MandataireId } from "@cartulary/rental/agency";
import type { LetterSource } from "@cartulary/rental/billing";
import { type LeaseType, type Premises, type UnitOwnAddress, unitAddressOf } from "@cartulary/rental/property";
import { sql } from "kysely";
import { jsonFrom, type StoredJson } from "../../../engine/dialect.ts";
import type { SqlTransaction } from "../../../engine/module.ts";
import { valueSet } from "../../../engine/row-set.ts";
import { leaseRows } from "../../property/tables/leases.ts";
import type { EstateTables } from "../../property/tables.ts";

interface PremisesRow {
  readonly lease_type: LeaseType;
  readonly identifier: string;
  readonly own_address: StoredJson<UnitOwnAddress> | null;
  readonly property_name: string;
  readonly address: string;
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly entrance_address: string | null;
  readonly entrance_postal_code: string | null;
  readonly entrance_city: string | null;
}

export function createLetterSource(
  { db, dialect }: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
): LetterSource {
  const own = sql`mandataire_id = ${mandataireId}`;
  return {
    async tenantNames(leases, day) {
      if (leases.length === 0) return [];
      const { rows } = await sql<{ readonly name: string }>`
        select coalesce(tenants.display_name, contacts.display_name,
          trim(coalesce(members.first_name, '') || ' ' || coalesce(members.last_name, ''))) as name
        from lease_parties as party
        left join tenants on tenants.mandataire_id = party.mandataire_id and tenants.id = party.tenant_id
        left join rental_contacts as contacts on contacts.mandataire_id = party.mandataire_id
          and contacts.id = party.contact_id
        left join household_members as members on members.mandataire_id = party.mandataire_id
          and members.id = party.household_member_id
        where party.mandataire_id = ${mandataireId} and party.party_type = 'tenant'
          and party.lease_id in ${valueSet(leaseRows, "id", leases, dialect)}
          and (party.valid_from is null or party.valid_from <= ${day})
          and (party.valid_to is null or party.valid_to >= ${day})
        order by party.lease_id, case when party.role = 'primary' then 0 else 1 end, party.valid_from, party.id`.execute(
        db,
      );
      return [...new Set(rows.map(({ name }) => name).filter((name) => name !== ""))];
    },

    async ownerNames(leases, day) {
      if (leases.length === 0) return [];
      const { rows } = await sql<{ readonly name: string }>`
        select owners.display_name as name
        from ${valueSet(leaseRows, "id", leases, dialect)} as wanted
        ${dialect.lookup("cross", { table: sql`lease_units`, as: "let", on: sql`let.${own} and let.lease_id = wanted.id` })}
        ${dialect.lookup("cross", { table: sql`ownerships`, as: "share", on: sql`share.${own} and share.unit_id = let.unit_id` })}
        ${dialect.lookup("cross", { table: sql`owners`, as: "owners", on: sql`owners.${own} and owners.id = share.owner_id` })}
        where (share.valid_from is null or share.valid_from <= ${day})
          and (share.valid_to is null or share.valid_to >= ${day})
        group by owners.id, owners.display_name
        order by owners.display_name, owners.id`.execute(db);
      return [...new Set(rows.map(({ name }) => name))];
    },

    async premises(leases) {
      if (leases.length === 0) return [];
      const { rows } = await sql<PremisesRow>`
        select leases.lease_type, units.identifier, units.own_address, properties.name as property_name,
          properties.address, properties.postal_code, properties.city, entrances.address as entrance_address,
          entrances.postal_code as entrance_postal_code, entrances.city as entrance_city
        from leases
        join lease_units on lease_units.mandataire_id = leases.mandataire_id and lease_units.lease_id = leases.id
        join units on units.mandataire_id = lease_units.mandataire_id and units.id = lease_units.unit_id
        join properties on properties.mandataire_id = units.mandataire_id and properties.id = units.property_id
        left join entrances on entrances.mandataire_id = units.mandataire_id and entrances.id = units.entrance_id
        where leases.mandataire_id = ${mandataireId} and leases.id in ${valueSet(leaseRows, "id", leases, dialect)}
        order by units.identifier, units.id`.execute(db);
      return rows.map(premisesFrom);
    },

    async accountMovements(accountCode, tenantId) {
      const { rows } = await sql<{
        readonly entryId: EntryId;
        readonly date: never;
        readonly journal: string;
        readonly reference: string;
        readonly debit: Cents;
        readonly credit: Cents;
      }>`
        select entry.id as "entryId", entry.accounting_date as date, entry.journal, entry.document_reference as reference,
          line.debit_cents as debit, line.credit_cents as credit
        from tenants
        ${dialect.lookup("cross", {
          table: sql`ledger_lines`,
          as: "line",
          on: sql`line.book_id = tenants.mandataire_id and line.account_code = ${accountCode}
            and line.auxiliary_code = tenants.accounting_code`,
        })}
        join ledger_entries as entry on entry.book_id = line.book_id and entry.id = line.entry_id
        where tenants.mandataire_id = ${mandataireId} and tenants.id = ${tenantId}
          and entry.carries_forward = ${dialect.boolean(false)}
        order by entry.id, line.line_number`.execute(db);
      return rows.map(({ entryId, date, journal, reference: documentReference, debit, credit }) => ({
        ...{ entryId, date, journal, documentReference, debitCents: debit, creditCents: credit },
      }));
    },
  };
}

function premisesFrom(row: PremisesRow): Premises {
  const { line1, line2, line3, postalCode, city, formatted } = unitAddressOf(
    row.own_address === null ? null : jsonFrom(row.own_address),
    { address: row.entrance_address, postalCode: row.entrance_postal_code, city: row.entrance_city },
    { address: row.address, postalCode: row.postal_code, city: row.city },
  );
  const town = [postalCode, city].filter(Boolean).join(" ");
  return {
    leaseType: row.lease_type,
    unitIdentifier: row.identifier,
    propertyName: row.property_name,
    address: formatted,
    addressLines: [line1, line2, line3, town].flatMap((line) => (line ? [line] : [])),
  };
}
