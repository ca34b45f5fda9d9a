import type { FolderId, NodeRef } from "@cartulary/documents";
import type { PublicAccessStore, StampStep, StampStepResult } from "@cartulary/public-access";
import { NO_BARRIERS } from "@cartulary/public-access";
import { type RawBuilder, sql } from "kysely";
import { folderRows } from "../documents/tables.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { readCandidates } from "./candidates.ts";
import { readChain, readDocument } from "./chain.ts";
import { readCounts, readExclusions, readUnstamped } from "./summary.ts";
import { type PublicAccessTables, publicAccessNodeRows, publicRootRows } from "./tables.ts";

/** The maximum number of ids in one statement; both engines limit the number of parameters. */
const IDS_MAX = 1000;

/** Public access in SQL. Implements only the downward walk of the rule; the core implements the rest. */
export function createPublicAccessStore(transaction: SqlTransaction<PublicAccessTables>): PublicAccessStore {
  const { dialect } = transaction;
  const nodes = rowsOf(publicAccessNodeRows, dialect);
  const roots = rowsOf(publicRootRows, dialect);
  const folders = rowsOf(folderRows, dialect);

  const stampRoot = (folderId: FolderId, seq: number) =>
    transaction.db
      .insertInto("public_stamps")
      .values({ resource_id: folderId, root_id: folderId, seq })
      .onConflict((conflict) => conflict.columns(["resource_id", "root_id"]).doUpdateSet({ seq: later(dialect) }))
      .execute();

  return {
    chain: (node) => readChain(transaction, node),

    async folderLinks(folderIds) {
      if (folderIds.length === 0) return [];
      const found = await transaction.db
        .selectFrom("folders")
        .leftJoin("public_access_nodes as nodes", "nodes.resource_id", "folders.id")
        .select(["folders.id", "folders.placed_seq", "nodes.floor_seq", "nodes.excluded_seq"])
        .where("folders.id", "in", folderIds)
        .execute();
      const links = new Map(
        found.map(({ id, placed_seq, floor_seq, excluded_seq }) => [
          id,
          { id, placedSeq: placed_seq, floorSeq: floor_seq ?? 0, excludedSeq: excluded_seq },
        ]),
      );
      return folderIds.flatMap((id) => links.get(id) ?? []);
    },

    async barriers({ id }) {
      const row = await transaction.db
        .selectFrom("public_access_nodes")
        .select(["floor_seq", "excluded_seq"])
        .where("resource_id", "=", id)
        .executeTakeFirst();
      return row ? { floorSeq: row.floor_seq, excludedSeq: row.excluded_seq } : NO_BARRIERS;
    },

    async setFloor({ id }, floorSeq) {
      const row = nodes.encode({ ...NO_BARRIERS, resourceId: id, floorSeq, excludedAt: null, excludedBy: null });
      await transaction.db
        .insertInto("public_access_nodes")
        .values(row)
        .onConflict((conflict) => conflict.column("resource_id").doUpdateSet({ floor_seq: floorSeq }))
        .execute();
    },

    async setBarriers({ id }, barriers) {
      const row = nodes.encode({ ...barriers, resourceId: id });
      await transaction.db
        .insertInto("public_access_nodes")
        .values(row)
        .onConflict((conflict) => conflict.column("resource_id").doUpdateSet(row))
        .execute();
    },

    async insertRoot(root) {
      const row = { ...root, lastPropagatedSeq: null, lastPropagatedAt: null };
      await transaction.db.insertInto("public_roots").values(roots.encode(row)).execute();
      await stampRoot(root.folderId, root.publishedSeq);
    },

    async removeRoot(folderId) {
      const { numDeletedRows } = await transaction.db
        .deleteFrom("public_roots")
        .where("folder_id", "=", folderId)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },

    async startPropagation(folderId, seq, at) {
      const { numUpdatedRows } = await transaction.db
        .updateTable("public_roots")
        .set({ last_propagated_seq: seq, last_propagated_at: dialect.instant(at) })
        .where("folder_id", "=", folderId)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      await stampRoot(folderId, seq);
      return true;
    },

    stamp: (step) => stampContent(transaction, step),

    counts: (folderId, start) => readCounts(transaction.db, dialect, folderId, start),
    unstamped: (folderId, start, limit) => readUnstamped(transaction.db, dialect, folderId, start, limit),
    exclusions: (folderId, limit) => readExclusions(transaction.db, dialect, folderId, limit),
    candidates: (folderId, after, limit) => readCandidates(transaction.db, dialect, folderId, after, limit),

    async publicFolder(id) {
      const row = await transaction.db
        .selectFrom("folders")
        .select(folders.columns("folders"))
        .where("id", "=", id)
        .executeTakeFirst();
      if (!row) return null;
      const { name, description, color, icon, updatedAt } = folders.decode(row);
      return { id, name, description, color, icon, updatedAt };
    },

    publicDocument: (id) => readDocument(transaction, id),

    async forget(gone) {
      for (const ids of batches(gone)) {
        await endGrants(transaction, ids);
        await transaction.db.deleteFrom("public_access_nodes").where("resource_id", "in", ids).execute();
      }
    },

    async endGrants(gone) {
      for (const ids of batches(gone)) await endGrants(transaction, ids);
    },

    async highestSeq() {
      const { rows } = await sql<{ readonly seq: number }>`
        select coalesce(max(seq), 0) as seq from (
          select max(floor_seq) as seq from public_access_nodes
          union all select max(excluded_seq) from public_access_nodes
          union all select max(published_seq) from public_roots
          union all select max(last_propagated_seq) from public_roots
          union all select max(seq) from public_stamps
        ) as numbers`.execute(transaction.db);
      return rows[0]?.seq ?? 0;
    },
  };
}

function* batches(nodes: readonly NodeRef[]): Generator<readonly string[]> {
  for (let from = 0; from < nodes.length; from += IDS_MAX) yield nodes.slice(from, from + IDS_MAX).map(({ id }) => id);
}

/** Deletes the roots and stamps of these nodes, and the stamps of these roots. */
async function endGrants({ db }: SqlTransaction<PublicAccessTables>, ids: readonly string[]): Promise<void> {
  const folderIds = ids as readonly FolderId[];
  await db.deleteFrom("public_stamps").where("resource_id", "in", ids).execute();
  await db.deleteFrom("public_stamps").where("root_id", "in", folderIds).execute();
  await db.deleteFrom("public_roots").where("folder_id", "in", folderIds).execute();
}

/** The greater of the existing and the new stamp: stamps never decrease. */
const later = (dialect: SqlTransaction<PublicAccessTables>["dialect"]): RawBuilder<number> =>
  dialect.greaterOf(sql`public_stamps.seq`, sql`excluded.seq`);

/** Reads the child folders before it stamps: the next step does not visit a folder that this step misses. */
async function stampContent(
  { db, dialect }: SqlTransaction<PublicAccessTables>,
  { rootId, seq, folderIds }: StampStep,
): Promise<StampStepResult> {
  const ids = JSON.stringify(folderIds.map((id) => [id]));
  const isInside = dialect.inSet("documents_folder_id", dialect.sentRows([{ name: "id", kind: "id" }], ids));
  const eligible = (table: "folders" | "documents") => sql`
    select id from ${sql.table(table)} where ${isInside} and placed_seq < ${seq}
    and (select excluded_seq from public_access_nodes where resource_id = ${sql.ref(`${table}.id`)}) is null`;
  const published = sql`exists (select 1 from public_roots where folder_id = ${rootId})`;
  const inner = await sql<{ id: FolderId }>`${eligible("folders")} and ${published}`.execute(db);
  const { numAffectedRows } = await sql`
    insert into public_stamps (resource_id, root_id, seq)
    select inside.id, cast(${rootId} as ${sql.raw(dialect.types.id)}), cast(${seq} as ${sql.raw(dialect.types.integer)})
    from (${eligible("folders")} union all ${eligible("documents")}) as inside where ${published}
    on conflict (resource_id, root_id) do update set seq = ${later(dialect)}`.execute(db);
  return { stamped: Number(numAffectedRows ?? 0n), folderIds: inner.rows.map(({ id }) => id) };
}
