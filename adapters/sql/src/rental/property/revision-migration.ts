import type { Dialect } from "../../engine/dialect.ts";
import type { Migration } from "../../engine/migration.ts";
import { mandataireTable } from "./mandataire-table.ts";

/** The tables of revisions. A unique index prevents that an anniversary of a unit is applied twice. */
export const revisionMigration: Migration = {
  name: "2026-12-06 rental: revisions of rents",
  up: (dialect: Dialect) => [
    ...mandataireTable(dialect, {
      name: "lease_revisions",
      columns: { lease_id: "id", revision_date: "text", created_at: "instant" },
      references: { lease_id: "leases" },
    }),
    ...mandataireTable(dialect, {
      name: "lease_revision_lines",
      columns: {
        revision_id: "id",
        lease_unit_id: "id",
        revision_date: "text",
        position: "integer",
        index_code: "text",
        reference_period: "text",
        revision_period: "text",
        reference_value: "integer",
        revision_value: "integer",
        max_increase_percent: "integer?",
        old_cents: "integer",
        new_cents: "integer",
      },
      references: { revision_id: "lease_revisions", lease_unit_id: "lease_units" },
    }),
    `create unique index lease_revision_lines_anniversary_unique
      on lease_revision_lines (mandataire_id, lease_unit_id, revision_date)`,
  ],
};

export const revisionLetterMigration: Migration = {
  name: "2027-06-03 rental: the first day of revised rents",
  up: ({ types }: Dialect) => [`alter table lease_revisions add column effective_from ${types.text}`],
};

export const revisionTermMigration: Migration = {
  name: "2027-09-21 rental: the terms that revisions opened",
  up: ({ types }: Dialect) => [
    `alter table lease_revisions add column term_id ${types.id}`,
    `update lease_revisions set term_id = (select term.id from lease_terms as term
      where term.mandataire_id = lease_revisions.mandataire_id and term.lease_id = lease_revisions.lease_id
        and term.effective_from = lease_revisions.effective_from
      order by term.id limit 1)`,
  ],
};
