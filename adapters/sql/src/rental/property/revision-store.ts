import type { MandataireId } from "@cartulary/rental/agency";
import type {
  LeaseId,
  LeaseRevisionStore,
  NamedRevisionLine,
  RevisableUnit,
  Revision,
} from "@cartulary/rental/property";
import { type RawBuilder, sql } from "kysely";
import type { Row } from "../../engine/columns.ts";
import { type Dialect, jsonFrom, type StoredJson } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { insertOf } from "../../engine/row-set.ts";
import { type Source, statement } from "../../engine/statement.ts";
import { jsonArray } from "./json.ts";
import { awaitsRevision } from "./lease-status-sql.ts";
import { leaseUnitRows } from "./tables/leases.ts";
import { leaseRevisionLineRows, leaseRevisionRows } from "./tables/revisions.ts";
import type { EstateTables } from "./tables.ts";

const ref = sql.ref;

/** The lines of the rows of `lease_revisions`, each with the current identifier of its unit. */
export const revisionLinesOf = (dialect: Dialect): RawBuilder<StoredJson<readonly NamedRevisionLine[]>> =>
  jsonArray(
    dialect,
    {
      id: ref("lease_revision_lines.id"),
      leaseUnitId: ref("lease_revision_lines.lease_unit_id"),
      unitIdentifier: ref("units.identifier"),
      indexCode: ref("lease_revision_lines.index_code"),
      referencePeriod: ref("lease_revision_lines.reference_period"),
      revisionPeriod: ref("lease_revision_lines.revision_period"),
      referenceValue: ref("lease_revision_lines.reference_value"),
      revisionValue: ref("lease_revision_lines.revision_value"),
      maxIncreasePercent: ref("lease_revision_lines.max_increase_percent"),
      oldCents: ref("lease_revision_lines.old_cents"),
      newCents: ref("lease_revision_lines.new_cents"),
    },
    {
      from: sql`from lease_revision_lines
        join lease_units on lease_units.mandataire_id = lease_revision_lines.mandataire_id
          and lease_units.id = lease_revision_lines.lease_unit_id
        join units on units.mandataire_id = lease_units.mandataire_id and units.id = lease_units.unit_id
        where lease_revision_lines.mandataire_id = lease_revisions.mandataire_id
          and lease_revision_lines.revision_id = lease_revisions.id`,
      order: sql`lease_revision_lines.position`,
    },
  );

interface Key {
  readonly mandataireId: MandataireId;
  readonly leaseId: LeaseId;
}

const revisions = statement(({ db, dialect }: Source<EstateTables>, { mandataireId, leaseId }: Key) =>
  db
    .selectFrom("lease_revisions")
    .where("lease_revisions.mandataire_id", "=", mandataireId)
    .where("lease_revisions.lease_id", "=", leaseId)
    .select([...rowsOf(leaseRevisionRows, dialect).columns("lease_revisions"), revisionLinesOf(dialect).as("lines")])
    .orderBy("lease_revisions.revision_date")
    .orderBy("lease_revisions.id")
    .compile(),
);

interface RevisionRow extends Row<typeof leaseRevisionRows> {
  readonly lines: StoredJson<readonly NamedRevisionLine[]>;
}

const units = statement(({ db, dialect }: Source<EstateTables>, { mandataireId, leaseId }: Key) =>
  db
    .selectFrom("lease_units")
    .innerJoin("units", (on) =>
      on.onRef("units.mandataire_id", "=", "lease_units.mandataire_id").onRef("units.id", "=", "lease_units.unit_id"),
    )
    .where("lease_units.mandataire_id", "=", mandataireId)
    .where("lease_units.lease_id", "=", leaseId)
    .select([...rowsOf(leaseUnitRows, dialect).columns("lease_units"), "units.identifier", "units.energy_class"])
    .orderBy("units.identifier_fold")
    .orderBy("lease_units.id")
    .compile(),
);

type UnitRow = Row<typeof leaseUnitRows> & {
  readonly identifier: string;
  readonly energy_class: RevisableUnit["energyClass"];
};

export function createLeaseRevisionStore(
  transaction: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
): LeaseRevisionStore {
  const { db, dialect } = transaction;
  const headers = rowsOf(leaseRevisionRows, dialect);
  const lines = rowsOf(leaseRevisionLineRows, dialect);
  const unitRows = rowsOf(leaseUnitRows, dialect);
  return {
    async of(leaseId) {
      const { rows } = await revisions(transaction, { mandataireId, leaseId }, undefined);
      return (rows as unknown as readonly RevisionRow[]).map((row) => ({
        ...headers.decode(row),
        lines: jsonFrom(row.lines),
      }));
    },

    async awaitingRevision(since, after, limit) {
      const { rows } = await sql<{ readonly id: LeaseId }>`select leases.id from leases
        where leases.mandataire_id = ${mandataireId} and ${awaitsRevision(since)}
          ${after === null ? sql`` : sql`and leases.id > ${after}`}
        order by leases.id limit ${limit}`.execute(db);
      return rows.map(({ id }) => id);
    },

    async unitsOf(leaseId) {
      const { rows } = await units(transaction, { mandataireId, leaseId }, undefined);
      return (rows as unknown as readonly UnitRow[]).map(({ identifier, energy_class: energyClass, ...row }) => {
        const { mandataireId: _, ...unit } = unitRows.decode(row as Row<typeof leaseUnitRows>);
        return { ...(unit as unknown as RevisableUnit), identifier, energyClass };
      });
    },

    async insert(revision: Revision) {
      await db.insertInto("lease_revisions").values(headers.encode(revision)).execute();
      const { id: revisionId, revisionDate } = revision;
      const written = revision.lines.map((line, position) =>
        lines.encode({ ...line, mandataireId, revisionId, revisionDate, position }),
      );
      await sql`${insertOf(leaseRevisionLineRows, written, dialect)}`.execute(db);
    },

    async removeOf(leaseId, termId) {
      const ofLease = db
        .selectFrom("lease_revisions")
        .select("id")
        .where("mandataire_id", "=", mandataireId)
        .where("lease_id", "=", leaseId);
      const own = termId === undefined ? ofLease : ofLease.where("term_id", "=", termId);
      await db
        .deleteFrom("lease_revision_lines")
        .where("mandataire_id", "=", mandataireId)
        .where("revision_id", "in", own)
        .execute();
      await db.deleteFrom("lease_revisions").where("mandataire_id", "=", mandataireId).where("id", "in", own).execute();
    },
  };
}
