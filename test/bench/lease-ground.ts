import { type BulkRows, bulkRows, type RentalListGround, rentalListGround } from "./rental-list-ground.ts";
import { leaseList } from "./roof/leases.ts";
import type { Engine } from "./scene.ts";

/** The leases of the calling mandataire, and of each other one. */
export const LEASES = 1000;

interface LeaseGround extends RentalListGround {
  /** A lease of one unit. */
  readonly small: string;
  /** A lease of 200 units, with 200 terms of ten units each. */
  readonly large: string;
}

/** A host and its roof over leases of so many mandataires, and a user who works for the first. */
export async function leaseGround(engine: Engine, mandataires: number): Promise<LeaseGround> {
  const filling = (first: string) => leasesIn(engine, bulkRows(engine, { first, mandataires, each: LEASES }));
  const ground = await rentalListGround(engine, { filling, list: leaseList });
  const idOf = (row: number) => `00000000-0000-7000-8000-${row.toString(16).padStart(12, "0")}`;
  return { ...ground, small: idOf(1), large: idOf(LEASES), [Symbol.asyncDispose]: () => ground[Symbol.asyncDispose]() };
}

/** Fills the tables past the host: 1,000 active leases for each mandataire, the last of the first one's large. */
function leasesIn(engine: Engine, rows: BulkRows): readonly string[] {
  const { id, no, yes, text, dated, named, insert, insertOne, mandataire, others, end } = rows;
  const one = { mandataire_id: mandataire };
  const unitTerm = { position: "0", annual_amount_cents: "1200000", rent_period: "'month'", vat_applicable: no };
  return [
    others,
    insert("properties", {
      ...{ id: id("r"), ...named("name", `'P' || ${text("r")}`), property_type: "'mixed'" },
      ...{ ...named("address", "'x'"), has_elevator: no, active: yes, navigation_only: no, ...dated },
    }),
    insert("units", {
      ...{ id: id("r"), property_id: id("r"), ...named("identifier", `'U' || ${text("r")}`) },
      ...{ unit_type: "'retail'", active: yes, ...dated },
    }),
    insert("tenants", {
      ...{ id: id("r"), profile_id: id("r"), ...named("display_name", `'T' || ${text("r * 7919 % 1000")}`) },
      ...{ tenant_type: "'individual'", accounting_code: `'LOC' || ${text("r")}`, ...dated },
    }),
    insert("leases", {
      ...{ id: id("r"), ...named("reference", `'B' || ${text("r")}`), lease_type: "'other'", status: "'active'" },
      ...{ start_date: "'2020-01-01'", auto_renewal: no, revision_mode: "'manual'", proration: "'actual_month'" },
      ...dated,
    }),
    insert("lease_units", { id: id("r"), lease_id: id("r"), unit_id: id("r") }),
    insert("lease_terms", { id: id("r"), lease_id: id("r"), effective_from: "'2020-01-01'", ...dated }),
    insert("lease_unit_terms", { id: id("r"), term_id: id("r"), lease_unit_id: id("r"), ...unitTerm }),
    insert("lease_parties", {
      ...{ id: id("r"), lease_id: id("r"), party_type: "'tenant'", role: "'primary'", tenant_id: id("r") },
      ...{ contributes_to_rent: yes, declared: no, ...dated },
    }),
    insertOne("lease_units", 199, { ...one, id: id("n + 100000"), lease_id: id(String(LEASES)), unit_id: id("n + 1") }),
    insertOne("lease_terms", 199, {
      ...{ ...one, id: id("n + 100000"), lease_id: id(String(LEASES)), ...dated },
      effective_from:
        engine === "SQLite"
          ? "date('2020-01-02', '+' || n || ' days')"
          : "to_char(date '2020-01-02' + n, 'YYYY-MM-DD')",
    }),
    insertOne("lease_unit_terms", 1990, {
      ...{ ...one, id: id("n + 100000"), term_id: id("n / 10 + 100000"), lease_unit_id: id("n % 199 + 100000") },
      ...unitTerm,
    }),
    end,
  ];
}
