import type { MandataireId } from "@cartulary/rental/agency";
import {
  type LeaseId,
  type LeaseTermDetail,
  type LeaseTermId,
  type LeaseTermStore,
  type LeaseUnitTerm,
  leaseTermListing,
  type TermWithUnits,
} from "@cartulary/rental/property";
import { type QueryCreator, type RawBuilder, sql } from "kysely";
import type { Row } from "../../engine/columns.ts";
import { type Dialect, jsonFrom, type StoredJson } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { insertOf } from "../../engine/row-set.ts";
import { type Source, statement } from "../../engine/statement.ts";
import { columnsOf } from "../../records/listing.ts";
import { type JsonFields, jsonArray } from "./json.ts";
import { lockingLease } from "./lease-lock.ts";
import { estatePages } from "./lists.ts";
import { createMandataireRowStore } from "./mandataire-rows.ts";
import { leaseTermRows, leaseUnitTermRows } from "./tables/lease-terms.ts";
import type { EstateTables } from "./tables.ts";

const ref = sql.ref;
const records = createMandataireRowStore(leaseTermRows);
const lockLease = lockingLease("lease_terms");

/** The fields of a unit's term, from rows with this alias. */
const element = (rows: string): JsonFields => ({
  id: ref(`${rows}.id`),
  leaseUnitId: ref(`${rows}.lease_unit_id`),
  annualAmountCents: ref(`${rows}.annual_amount_cents`),
  rentPeriod: ref(`${rows}.rent_period`),
  chargeProvisionCents: ref(`${rows}.charge_provision_cents`),
  chargeProvisionVatApplicable: ref(`${rows}.charge_provision_vat_applicable`),
  vatApplicable: ref(`${rows}.vat_applicable`),
  vatRate: ref(`${rows}.vat_rate`),
});

/** The unit terms of the rows of `lease_terms`. */
const namedBy = (dialect: Dialect): RawBuilder<StoredJson<readonly LeaseUnitTerm[]>> =>
  jsonArray(dialect, element("lease_unit_terms"), {
    from: sql`from lease_unit_terms where lease_unit_terms.mandataire_id = lease_terms.mandataire_id
      and lease_unit_terms.term_id = lease_terms.id`,
    order: sql`lease_unit_terms.position`,
  });

/** The terms of every unit as of the rows of `lease_terms`: those of the latest term so far that names the unit. */
const withUnitTerms = (dialect: Dialect): RawBuilder<StoredJson<readonly LeaseUnitTerm[]>> =>
  jsonArray(dialect, element("unit_terms"), {
    from: sql`from (select lease_unit_terms.*, row_number() over (partition by lease_unit_terms.lease_unit_id
        order by named_in.effective_from desc) as nth
      from lease_terms as named_in join lease_unit_terms on lease_unit_terms.mandataire_id = named_in.mandataire_id
        and lease_unit_terms.term_id = named_in.id
      where named_in.mandataire_id = lease_terms.mandataire_id and named_in.lease_id = lease_terms.lease_id
        and named_in.effective_from <= lease_terms.effective_from) as unit_terms where unit_terms.nth = 1`,
    order: sql`unit_terms.position, unit_terms.lease_unit_id`,
  });

const list = estatePages({
  listing: leaseTermListing,
  columns: columnsOf(leaseTermListing, leaseTermRows),
  table: "lease_terms",
  rows: (from) => from.selectFrom("lease_terms"),
  select: (matching, { dialect }) =>
    matching.select([...rowsOf(leaseTermRows, dialect).columns("lease_terms"), withUnitTerms(dialect).as("units")]),
});

interface Key {
  readonly mandataireId: string;
  readonly id: string;
}

const own = (from: QueryCreator<EstateTables>, mandataireId: string) =>
  from.selectFrom("lease_terms").where("lease_terms.mandataire_id", "=", mandataireId as MandataireId);

const detail = statement(({ db, dialect }: Source<EstateTables>, { mandataireId, id }: Key) =>
  own(db, mandataireId)
    .where("lease_terms.id", "=", id as LeaseTermId)
    .select([...rowsOf(leaseTermRows, dialect).columns("lease_terms"), withUnitTerms(dialect).as("units")])
    .compile(),
);

const ofLease = statement(({ db, dialect }: Source<EstateTables>, { mandataireId, id }: Key) =>
  own(db, mandataireId)
    .where("lease_terms.lease_id", "=", id as LeaseId)
    .select([...rowsOf(leaseTermRows, dialect).columns("lease_terms"), namedBy(dialect).as("units")])
    .orderBy("lease_terms.effective_from")
    .compile(),
);

interface TermRow extends Row<typeof leaseTermRows> {
  readonly units: StoredJson<readonly LeaseUnitTerm[]>;
}

export function createLeaseTermStore(
  transaction: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
): LeaseTermStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(leaseTermRows, dialect);
  const units = rowsOf(leaseUnitTermRows, dialect);
  const decoded = (row: TermRow): TermWithUnits => ({ ...rows.decode(row), units: unitTermsFrom(row.units) });
  const shown = (row: TermRow): LeaseTermDetail => {
    const { mandataireId: _, effectiveToGiven: __, reachesBack: ___, units: leaseUnitTerms, ...term } = decoded(row);
    return { ...term, leaseUnitTerms };
  };
  const { lock, ...others } = records(transaction, mandataireId);
  return {
    ...others,
    list: (query, today) => list(transaction, query, { mandataireId, today }, shown),

    async detail(id) {
      const [row] = (await detail(transaction, { mandataireId, id }, undefined)).rows;
      return row ? shown(row as unknown as TermRow) : null;
    },

    async lock(id) {
      await lockLease(transaction, { mandataireId, id }, undefined);
      return lock(id);
    },

    async of(leaseId) {
      const found = await ofLease(transaction, { mandataireId, id: leaseId }, undefined);
      return found.rows.map((row) => decoded(row as unknown as TermRow));
    },

    async save(terms) {
      if (terms.length === 0) return;
      await sql`${insertOf(
        leaseTermRows,
        terms.map((term) => rows.encode(term)),
        dialect,
      )}
        on conflict (mandataire_id, id) do update set effective_to = excluded.effective_to,
          updated_at = excluded.updated_at`.execute(db);
    },

    async replaceUnits(id, named) {
      await db
        .deleteFrom("lease_unit_terms")
        .where("mandataire_id", "=", mandataireId)
        .where("term_id", "=", id)
        .execute();
      if (named.length === 0) return;
      const written = named.map((unit, position) => units.encode({ ...unit, mandataireId, termId: id, position }));
      await sql`${insertOf(leaseUnitTermRows, written, dialect)}`.execute(db);
    },

    async removeOf(leaseId) {
      const terms = own(db, mandataireId).where("lease_terms.lease_id", "=", leaseId).select("lease_terms.id");
      const ids = (await terms.execute()).map(({ id }) => id);
      await db
        .deleteFrom("lease_unit_terms")
        .where("mandataire_id", "=", mandataireId)
        .where("term_id", "in", terms)
        .execute();
      await db
        .deleteFrom("lease_terms")
        .where("mandataire_id", "=", mandataireId)
        .where("lease_id", "=", leaseId)
        .execute();
      return ids;
    },
  };
}

/** SQLite has no booleans inside JSON. */
function unitTermsFrom(stored: StoredJson<readonly LeaseUnitTerm[]>): readonly LeaseUnitTerm[] {
  return jsonFrom(stored).map((unit) => ({
    ...unit,
    chargeProvisionVatApplicable:
      unit.chargeProvisionVatApplicable === null ? null : Boolean(unit.chargeProvisionVatApplicable),
    vatApplicable: Boolean(unit.vatApplicable),
  }));
}
