import type { ComposedDocumentId, CompositionInspection, PartStatus } from "@cartulary/composition";
import { type RawBuilder, sql } from "kysely";
import { instantFrom, jsonFrom } from "../engine/dialect.ts";
import type { SqlTransaction } from "../engine/module.ts";
import type { CompositionTables } from "./tables.ts";

/** Left-joins each row with the rows that it refers to; a null marks a missing row. */
export function createCompositionInspection(transaction: SqlTransaction<CompositionTables>): CompositionInspection {
  const { db } = transaction;

  return {
    async composedDocuments(after, limit) {
      const all = db
        .selectFrom("composed_documents as own")
        .leftJoin("folders", "folders.id", "own.folder_id")
        .leftJoin("workspaces", "workspaces.id", "own.workspace_id")
        .leftJoin("documents", "documents.id", "own.pdf_file_id")
        .leftJoin("document_templates", "document_templates.id", "own.template_id")
        .select(["own.id", "own.status", "own.assembly_mode", "own.template_id", "own.template_key"])
        .select(["own.workspace_id", "own.folder_id", "own.pdf_file_id"])
        .select(["own.revision", "own.exported_revision", "own.exported_at"])
        .select(["folders.id as found_folder", "folders.workspace_id as folder_workspace"])
        .select(["workspaces.id as found_workspace", "document_templates.id as found_template"])
        .select("documents.id as found_pdf")
        .orderBy("own.id")
        .limit(limit);
      const rows = await (after === null ? all : all.where("own.id", ">", after)).execute();
      const statuses = await partStatusesOf(
        transaction,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => ({
        id: row.id,
        status: row.status,
        assemblyMode: row.assembly_mode,
        templateId: row.template_id,
        templateKey: row.template_key,
        workspaceId: row.workspace_id,
        revision: row.revision,
        exportedRevision: row.exported_revision,
        exportedAt: row.exported_at === null ? null : instantFrom(row.exported_at),
        folder: row.found_folder && { id: row.found_folder, workspaceId: row.folder_workspace },
        partStatuses: statuses.get(row.id) ?? [],
        missing: [
          ...missing("folder", row.folder_id, row.found_folder),
          ...missing("workspace", row.workspace_id, row.found_workspace),
          ...missing("document template", row.template_id, row.found_template),
          ...missing("document", row.pdf_file_id, row.found_pdf),
        ],
      }));
    },

    async parts(after, limit) {
      const all = db
        .selectFrom("composed_parts as own")
        .leftJoin("composed_documents", "composed_documents.id", "own.composed_document_id")
        .select(["own.id", "own.status", "own.locked_at", "own.bsize", "own.composed_document_id"])
        .select("composed_documents.id as found_document")
        .orderBy("own.id")
        .limit(limit);
      const rows = await (after === null ? all : all.where("own.id", ">", after)).execute();
      return rows.map((row) => ({
        id: row.id,
        status: row.status,
        lockedAt: row.locked_at === null ? null : instantFrom(row.locked_at),
        bsize: row.bsize,
        missing: missing("composed document", row.composed_document_id, row.found_document),
      }));
    },

    async massCommunications(after, limit) {
      const waiting = (counted: RawBuilder<unknown>) => sql<number>`(
        select count(${counted}) from mass_communication_recipients where mass_communication_id = own.id)`;
      const all = db
        .selectFrom("mass_communications as own")
        .leftJoin("mass_communication_templates", "mass_communication_templates.mass_communication_id", "own.id")
        .select(["own.id", "own.status", "own.total_files", "own.processed_files", "own.successful_files"])
        .select(["own.failed_files", "own.failures", "mass_communication_templates.mass_communication_id as template"])
        .select([
          waiting(sql`*`).as("waiting_recipients"),
          waiting(sql`distinct composed_document_id`).as("waiting_documents"),
        ])
        .orderBy("own.id")
        .limit(limit);
      const rows = await (after === null ? all : all.where("own.id", ">", after)).execute();
      return rows.map((row) => ({
        id: row.id,
        status: row.status,
        totalFiles: row.total_files,
        processedFiles: row.processed_files,
        successfulFiles: row.successful_files,
        failedFiles: row.failed_files,
        failuresCount: jsonFrom<readonly unknown[]>(row.failures).length,
        hasTemplate: row.template !== null,
        waiting: { recipients: Number(row.waiting_recipients), documents: Number(row.waiting_documents) },
      }));
    },

    async recipients(after, limit) {
      const all = db
        .selectFrom("mass_communication_recipients as own")
        .leftJoin("mass_communications", "mass_communications.id", "own.mass_communication_id")
        .leftJoin("composed_documents", "composed_documents.id", "own.composed_document_id")
        .select(["own.mass_communication_id", "own.position"])
        .select(["mass_communications.id as found_communication", "composed_documents.id as made_document"])
        .orderBy("own.mass_communication_id")
        .orderBy("own.position")
        .limit(limit);
      const beyond =
        after &&
        sql<boolean>`(own.mass_communication_id, own.position) > (${after.massCommunicationId}, ${after.position})`;
      const rows = await (beyond ? all.where(beyond) : all).execute();
      return rows.map((row) => ({
        massCommunicationId: row.mass_communication_id,
        position: row.position,
        madeDocumentId: row.made_document,
        missing: missing("mass communication", row.mass_communication_id, row.found_communication),
      }));
    },
  };
}

/** Returns the distinct statuses of each document's parts. */
async function partStatusesOf(
  { db }: SqlTransaction<CompositionTables>,
  ids: readonly ComposedDocumentId[],
): Promise<ReadonlyMap<ComposedDocumentId, readonly PartStatus[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("composed_parts")
    .select(["composed_document_id", "status"])
    .distinct()
    .where("composed_document_id", "in", ids)
    .execute();
  const byDocument = Map.groupBy(rows, (row) => row.composed_document_id);
  return new Map(Array.from(byDocument, ([id, own]) => [id, own.map(({ status }) => status)]));
}

function missing(noun: string, id: string | null, found: string | null) {
  return id !== null && found === null ? [{ noun, id }] : [];
}
