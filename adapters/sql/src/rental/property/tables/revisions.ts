import type { Decimal, Id, Quarter } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { IndexCode, LeaseId, LeaseTermId, LeaseUnitId, RevisionId } from "@cartulary/rental/property";
import { defineEntity } from "@mikro-orm/core";
import { id, instant, integer, text } from "../../../engine/columns.ts";
import { day, decimal, key } from "./columns.ts";

export const leaseRevisionRows = defineEntity({
  name: "LeaseRevision",
  tableName: "lease_revisions",
  properties: {
    ...key<RevisionId>(),
    leaseId: id<LeaseId>(),
    revisionDate: day(),
    effectiveFrom: day().nullable(),
    termId: id<LeaseTermId>().nullable(),
    createdAt: instant(),
  },
  indexes: [{ name: "lease_revisions_lease_id_index", properties: ["mandataireId", "leaseId"] }],
});

/** The change of one unit by a revision. An anniversary of a unit is applied once. */
export const leaseRevisionLineRows = defineEntity({
  name: "LeaseRevisionLine",
  tableName: "lease_revision_lines",
  properties: {
    ...key<Id<"LeaseRevisionLine">>(),
    revisionId: id<RevisionId>(),
    leaseUnitId: id<LeaseUnitId>(),
    revisionDate: day(),
    position: integer(),
    indexCode: text<IndexCode>(),
    referencePeriod: text<Quarter>(),
    revisionPeriod: text<Quarter>(),
    referenceValue: decimal(),
    revisionValue: decimal(),
    maxIncreasePercent: integer<Decimal>().nullable(),
    oldCents: integer<Cents>(),
    newCents: integer<Cents>(),
  },
  indexes: [
    { name: "lease_revision_lines_revision_id_index", properties: ["mandataireId", "revisionId"] },
    { name: "lease_revision_lines_lease_unit_id_index", properties: ["mandataireId", "leaseUnitId"] },
  ],
  uniques: [
    { name: "lease_revision_lines_anniversary_unique", properties: ["mandataireId", "leaseUnitId", "revisionDate"] },
  ],
});
