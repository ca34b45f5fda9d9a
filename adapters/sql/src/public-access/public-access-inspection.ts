import type { FolderId, NodeRef } from "@cartulary/documents";
import type {
  BarriersIntegrityRow,
  PublicAccessInspection,
  RootIntegrityRow,
  StampIntegrityRow,
} from "@cartulary/public-access";
import { type RawBuilder, sql } from "kysely";
import type { SqlTransaction } from "../engine/module.ts";
import type { PublicAccessTables } from "./tables.ts";

/** Looks up the related rows of each row by key. */
export function createPublicAccessInspection({ db }: SqlTransaction<PublicAccessTables>): PublicAccessInspection {
  return {
    async barriers(after, limit) {
      const { rows } = await sql<Truths<BarriersIntegrityRow, "exists" | "dated" | "isRoot">>`
        select resource_id as "id", floor_seq as "floorSeq", excluded_seq as "excludedSeq",
          ${truth(isNodeOrTrashed("page.resource_id"))} as "exists", ${truth(sql`excluded_at is not null`)} as "dated",
          ${truth(sql`exists (select 1 from public_roots where folder_id = page.resource_id)`)} as "isRoot"
        from (
          select * from public_access_nodes ${beyond(sql`resource_id`, after)} order by resource_id limit ${limit}
        ) as page order by resource_id`.execute(db);
      return rows.map((row) => ({
        ...row,
        exists: row.exists === 1,
        dated: row.dated === 1,
        isRoot: row.isRoot === 1,
      }));
    },

    async roots(after, limit) {
      const { rows } = await sql<Truths<RootIntegrityRow, "exists">>`
        select folder_id as "id", published_seq as "publishedSeq", last_propagated_seq as "lastPropagatedSeq",
          ${truth(isFolder("page.folder_id"))} as "exists",
          (select seq from public_stamps where resource_id = page.folder_id and root_id = page.folder_id) as "ownStampSeq"
        from (
          select * from public_roots ${beyond(sql`folder_id`, after)} order by folder_id limit ${limit}
        ) as page order by folder_id`.execute(db);
      return rows.map((row) => ({ ...row, exists: row.exists === 1 }));
    },

    async stamps(after, limit) {
      const from = after && sql`(${after.resourceId}, ${after.rootId})`;
      const { rows } = await sql<Truths<StampIntegrityRow, "resourceExists" | "rootExists">>`
        select resource_id as "resourceId", root_id as "rootId", seq,
          ${truth(isNode("page.resource_id"))} as "resourceExists", ${truth(isFolder("page.root_id"))} as "rootExists"
        from (
          select * from public_stamps ${from ? sql`where (resource_id, root_id) > ${from}` : sql``}
          order by resource_id, root_id limit ${limit}
        ) as page order by resource_id, root_id`.execute(db);
      return rows.map((row) => ({
        ...row,
        resourceExists: row.resourceExists === 1,
        rootExists: row.rootExists === 1,
      }));
    },
  };
}

/** A row whose booleans are 0 or 1, as on both engines. */
type Truths<Row, Names extends keyof Row> = Omit<Row, Names> & Readonly<Record<Names, number>>;

const truth = (condition: RawBuilder<unknown>) => sql`case when ${condition} then 1 else 0 end`;

const beyond = (column: RawBuilder<unknown>, after: NodeRef["id"] | FolderId | null) =>
  after === null ? sql`` : sql`where ${column} > ${after}`;

const isFolder = (column: string) => sql`exists (select 1 from folders where id = ${sql.ref(column)})`;

const isNode = (column: string) =>
  sql`(${isFolder(column)} or exists (select 1 from documents where id = ${sql.ref(column)}))`;

/** Barriers stay with nodes in the trash. */
const isNodeOrTrashed = (column: string) =>
  sql`(${isNode(column)} or exists (select 1 from trashed_folders where id = ${sql.ref(column)})
    or exists (select 1 from trashed_documents where id = ${sql.ref(column)}))`;
