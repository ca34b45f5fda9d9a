import type { FolderId } from "@cartulary/documents";
import type { PublicAccessStore, Stamped, Stamping } from "@cartulary/public-access";
import { UNMARKED } from "@cartulary/public-access";
import { type RawBuilder, sql } from "kysely";
import { folderRows } from "../documents/tables.ts";
import type { Dialect } from "../engine/dialect.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/rows.ts";
import { readCandidates } from "./candidates.ts";
import { readChain, readDocument } from "./chain.ts";
import { readCounts, readExclusions, readUnstamped } from "./summary.ts";
import { type PublicAccessTables, publicAccessNodeRows, publicRootRows } from "./tables.ts";
import { greatest } from "./walk.ts";

/** Ids that one statement names, far below what either engine takes. */
const IDS_MAX = 1000;

/** Public access in SQL. Of the rule itself it knows only the walk downwards; all else is the core's. */
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

    async marks({ id }) {
      const row = await transaction.db
        .selectFrom("public_access_nodes")
        .select(["floor_seq", "excluded_seq"])
        .where("resource_id", "=", id)
        .executeTakeFirst();
      return row ? { floorSeq: row.floor_seq, excludedSeq: row.excluded_seq } : UNMARKED;
    },

    async raiseFloor({ id }, floorSeq) {
      const row = nodes.encode({ ...UNMARKED, resourceId: id, floorSeq, excludedAt: null, excludedBy: null });
      await transaction.db
        .insertInto("public_access_nodes")
        .values(row)
        .onConflict((conflict) => conflict.column("resource_id").doUpdateSet({ floor_seq: floorSeq }))
        .execute();
    },

    async mark({ id }, marks) {
      const row = nodes.encode({ ...marks, resourceId: id });
      await transaction.db
        .insertInto("public_access_nodes")
        .values(row)
        .onConflict((conflict) => conflict.column("resource_id").doUpdateSet(row))
        .execute();
    },

    async open(root) {
      const row = { ...root, lastPropagatedSeq: null, lastPropagatedAt: null };
      await transaction.db.insertInto("public_roots").values(roots.encode(row)).execute();
      await stampRoot(root.folderId, root.publishedSeq);
    },

    async close(folderId) {
      const { numDeletedRows } = await transaction.db
        .deleteFrom("public_roots")
        .where("folder_id", "=", folderId)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },

    async propagating(folderId, seq, at) {
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
      for (let from = 0; from < gone.length; from += IDS_MAX) {
        const ids = gone.slice(from, from + IDS_MAX).map(({ id }) => id);
        await transaction.db.deleteFrom("public_stamps").where("resource_id", "in", ids).execute();
        await transaction.db
          .deleteFrom("public_stamps")
          .where("root_id", "in", ids as FolderId[])
          .execute();
        await transaction.db
          .deleteFrom("public_roots")
          .where("folder_id", "in", ids as FolderId[])
          .execute();
        await transaction.db.deleteFrom("public_access_nodes").where("resource_id", "in", ids).execute();
      }
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

/** What a stamp that is there already becomes: never a smaller number. */
const later = (dialect: SqlTransaction<PublicAccessTables>["dialect"]): RawBuilder<number> =>
  greatest(dialect, sql`public_stamps.seq`, sql`excluded.seq`);

/** The folders first, so that what this statement does not see the next step does not visit either. */
async function stampContent(
  { db, dialect }: SqlTransaction<PublicAccessTables>,
  { rootId, seq, folderIds }: Stamping,
): Promise<Stamped> {
  const eligible = (table: "folders" | "documents") => sql`
    select id from ${sql.table(table)} where ${liesIn(dialect, folderIds)} and placed_seq < ${seq}
    and (select excluded_seq from public_access_nodes where resource_id = ${sql.ref(`${table}.id`)}) is null`;
  const published = sql`exists (select 1 from public_roots where folder_id = ${rootId})`;
  const inner = await sql<{ id: FolderId }>`${eligible("folders")} and ${published}`.execute(db);
  const { numAffectedRows } = await sql`
    insert into public_stamps (resource_id, root_id, seq)
    select inside.id, cast(${rootId} as ${sql.raw(dialect.types.id)}), cast(${seq} as ${sql.raw(dialect.types.integer)})
    from (${eligible("folders")} union all ${eligible("documents")}) as inside where ${published}
    on conflict (resource_id, root_id) do update set seq = ${later(dialect)}`.execute(db);
  return { granted: Number(numAffectedRows ?? 0n), folderIds: inner.rows.map(({ id }) => id) };
}

/** Whether a row lies in one of these folders. Postgres reads one array faster than a parameter for each. */
function liesIn({ name }: Dialect, folderIds: readonly FolderId[]): RawBuilder<unknown> {
  return name === "postgres"
    ? sql`documents_folder_id = any(cast(${`{${folderIds.join()}}`} as uuid[]))`
    : sql`documents_folder_id in (${sql.join(folderIds)})`;
}
