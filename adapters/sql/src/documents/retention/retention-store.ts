import type { ResourceRef, RetentionSource, RetentionStore } from "@cartulary/documents";
import { type RawBuilder, sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import type { TrashTables } from "../trash/tables.ts";
import { subtreeOf } from "../tree.ts";
import { isRetained, retainedAbove, type StoredSources, sourceColumns, sourcesFrom } from "./retained-above.ts";

interface SourceRow extends Omit<RetentionSource, "isHeld"> {
  readonly held: number;
  readonly total: number;
}

const sourceOfRow = ({ type, id, name, until, held }: SourceRow): RetentionSource => ({
  ...{ type, id, name, until },
  isHeld: held === 1,
});

export function createRetentionStore({ db, dialect }: SqlTransaction<TrashTables>): RetentionStore {
  const id = (value: string | null) => sql`cast(${value} as ${sql.raw(dialect.types.id)})`;

  return {
    async above({ documentsFolderId, workspaceId }) {
      const { rows } = await sql<{ readonly sources: StoredSources | null }>`
        select ${retainedAbove(dialect, id(documentsFolderId), id(workspaceId))} as sources`.execute(db);
      return sourcesFrom(rows[0]?.sources ?? null);
    },

    async aboveEntry({ place }) {
      const kept = (table: "folders" | "workspaces", columns: RawBuilder<unknown>) => sql`(
        select ${columns} from ${sql.table(table)} union all select ${columns} from ${sql.table(`trashed_${table}`)})`;
      const folders = kept(
        "folders",
        sql`id, name, documents_folder_id, workspace_id, retain_until, legal_hold_set_at`,
      );
      const workspaces = kept("workspaces", sql`id, label, retain_until, legal_hold_set_at`);
      const workspace = sql`coalesce((select up.workspace_id from up where up.depth = 1), ${id(
        place.type === "workspace" ? place.id : null,
      )})`;
      const { rows } = await sql<SourceRow>`
        with recursive up (id, parent, workspace_id, depth) as (
          select near.id, near.documents_folder_id, near.workspace_id, 1 from ${folders} as near
          where near.id = ${id(place.type === "folder" ? place.id : null)}
          union all
          select far.id, far.documents_folder_id, far.workspace_id, up.depth + 1
          from up cross join ${folders} as far where far.id = up.parent and up.depth < 65
        )
        select * from (
          select ${sourceColumns("folder", "each", "name")}, up.depth as depth
          from up cross join ${folders} as each where each.id = up.id and ${isRetained("each")}
          union all
          select ${sourceColumns("workspace", "whole", "label")}, 99 as depth
          from ${workspaces} as whole where whole.id = ${workspace} and ${isRetained("whole")}
        ) as source order by depth`.execute(db);
      return rows.map(sourceOfRow);
    },

    async within(resource, today, limit) {
      const { rows } = await sql<SourceRow>`
        select *, count(*) over () as total from (${sql.join(retainedIn(resource, today), sql` union all `)}) as source
        order by held desc, until desc, name, id limit ${limit}`.execute(db);
      return { first: rows.map(sourceOfRow), count: Number(rows[0]?.total ?? 0) };
    },
  };

  /** Selects the resource and what is below it, as far as it is retained today. */
  function retainedIn({ type, id: resourceId }: ResourceRef, today: string): readonly RawBuilder<unknown>[] {
    const source = (kind: ResourceRef["type"], where: RawBuilder<unknown>) => {
      const [table, name] = SOURCES[kind];
      const inForce = sql`(${sql.ref(`each.legal_hold_set_at`)} is not null or each.retain_until >= ${today})`;
      return sql`select ${sourceColumns(kind, "each", name)} from ${sql.table(table)} as each
        where ${where} and ${isRetained("each")} and ${inForce}`;
    };
    if (type === "document") return [source("document", sql`each.id = ${resourceId}`)];
    if (type === "folder") {
      const subtree = subtreeOf(dialect, resourceId);
      return [
        source("folder", dialect.inSet("each.id", subtree)),
        source("document", dialect.inSet("each.documents_folder_id", subtree)),
      ];
    }
    const inside = sql`each.workspace_id = ${resourceId}`;
    return [source("workspace", sql`each.id = ${resourceId}`), source("folder", inside), source("document", inside)];
  }
}

const SOURCES = {
  workspace: ["workspaces", "label"],
  folder: ["folders", "name"],
  document: ["documents", "name"],
} as const satisfies Record<ResourceRef["type"], readonly [string, string]>;
