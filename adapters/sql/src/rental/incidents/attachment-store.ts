import type { BlobKey } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental/agency";
import type { IncidentAttachmentStore, IncidentFileStore } from "@cartulary/rental/incidents";
import { sql } from "kysely";
import type { Row } from "../../engine/columns.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { type IncidentFileTables, type IncidentTables, incidentAttachmentRows, incidentFileRows } from "./tables.ts";

export function createIncidentAttachmentStore(
  { db, dialect }: SqlTransaction<IncidentTables>,
  mandataireId: MandataireId,
): IncidentAttachmentStore {
  const rows = rowsOf(incidentAttachmentRows, dialect);
  const own = db
    .selectFrom("incident_attachments")
    .select(rows.columns("incident_attachments"))
    .where("incident_attachments.mandataire_id", "=", mandataireId);
  const decoded = (row: Row<typeof incidentAttachmentRows>) => {
    const { mandataireId: _, ...attachment } = rows.decode(row);
    return attachment;
  };
  return {
    async of(incidentId) {
      const found = own.where("incident_id", "=", incidentId).orderBy("created_at").orderBy("id");
      return (await found.execute()).map((row) => decoded(row as Row<typeof incidentAttachmentRows>));
    },

    async find(incidentId, id) {
      const row = await own.where("incident_id", "=", incidentId).where("id", "=", id).executeTakeFirst();
      return row ? decoded(row as Row<typeof incidentAttachmentRows>) : null;
    },

    async insert(attachment) {
      await db
        .insertInto("incident_attachments")
        .values(rows.encode({ ...attachment, mandataireId }))
        .execute();
    },
  };
}

/** The blobs of the attachments of all mandataires, in SQL. */
export function createIncidentFileStore({ db, dialect }: SqlTransaction<IncidentFileTables>): IncidentFileStore {
  const rows = rowsOf(incidentFileRows, dialect);
  return {
    async find(mandataireId, id) {
      const row = await db
        .selectFrom("incident_files")
        .select("blob_key")
        .where("mandataire_id", "=", mandataireId)
        .where("attachment_id", "=", id)
        .executeTakeFirst();
      return row?.blob_key ?? null;
    },

    async insert(mandataireId, attachmentId, blobKey) {
      await db.insertInto("incident_files").values(rows.encode({ mandataireId, attachmentId, blobKey })).execute();
    },

    async holders(from: BlobKey, through: BlobKey) {
      const found = await db
        .selectFrom("incident_files")
        .select("blob_key")
        .select(sql<number>`count(*)`.as("count"))
        .where("blob_key", ">=", from)
        .where("blob_key", "<=", through)
        .groupBy("blob_key")
        .execute();
      return new Map(found.map(({ blob_key, count }) => [blob_key, Number(count)]));
    },
  };
}
