import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RoofDatabase, Row } from "./database.ts";
import { partsFor } from "./parts.ts";

/** The documents that all visitors may read. */
export interface RoofVisitors {
  document(id: string): Promise<unknown>;
  content(id: string): Promise<RoofContent>;
}

/** Bytes with their headers. */
interface RoofContent {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

export function roofVisitors(database: RoofDatabase, directory: string): RoofVisitors {
  const statement = chainStatement(database);

  /** The way up from a document, with the marks of each node, and the stamps of the document and of its folder for it. */
  async function publicLinks(id: string): Promise<readonly Row[]> {
    const links = await database.ask(statement, id);
    if (!isPublic(links, "own_seq")) throw new Error("The requested document is not public");
    return links;
  }

  return {
    async document(id) {
      const links = await publicLinks(id);
      const [document, parent] = links;
      const above = parent && isPublic(links.slice(1), "parent_seq") ? { id: parent.id, name: parent.name } : null;
      return {
        id,
        name: document?.name,
        description: document?.description,
        content_type: document?.content_type,
        byte_size: Number(document?.byte_size),
        folder: above,
        updated_at: new Date(document?.updated_at as number | Date).toISOString(),
      };
    },
    async content(id) {
      const [document] = await publicLinks(id);
      const [bytes, type] = [
        await readFile(join(directory, String(document?.blob_key))),
        String(document?.content_type),
      ];
      return { bytes, headers: { "Content-Type": type, ETag: `"${document?.sha256}"`, "Accept-Ranges": "bytes" } };
    },
  };
}

/** All that decides about a document and its folder, and the document, in one statement. */
function chainStatement({ engine }: RoofDatabase): string {
  const { lookedUp } = partsFor(engine);
  const stamps = (as: string, of: string) =>
    lookedUp("public_stamps", as, `${as}.root_id = up.id and ${as}.resource_id = ${of}`);
  return `
    with recursive document as (select * from documents where id = $1),
    up (id, name, parent, placed_seq, depth) as (
      select id, name, documents_folder_id, placed_seq, 0 from document
      union all
      select folders.id, folders.name, folders.documents_folder_id, folders.placed_seq, up.depth + 1
      from up cross join folders where folders.id = up.parent
    )
    select up.id, up.name, up.placed_seq, nodes.floor_seq, nodes.excluded_seq, roots.published_seq, own.seq as own_seq,
      above.seq as parent_seq, document.description, document.content_type, document.byte_size, document.updated_at,
      document.blob_key, document.sha256
    from up cross join document
    ${lookedUp("public_access_nodes", "nodes", "nodes.resource_id = up.id")}
    ${lookedUp("public_roots", "roots", "roots.folder_id = up.id")}
    ${stamps("own", "document.id")}
    ${stamps("above", "document.documents_folder_id")}
    order by up.depth`;
}

/** The rule of public access, in one pass for the floor and one for a stamp that lives. */
function isPublic(links: readonly Row[], stamp: "own_seq" | "parent_seq"): boolean {
  let [floor, placed] = [0, -1];
  for (const link of links) {
    if (link.excluded_seq !== null) return false;
    if (Number(link.floor_seq ?? 0) > placed) floor = Math.max(floor, Number(link.floor_seq));
    placed = Math.max(placed, Number(link.placed_seq));
  }
  placed = -1;
  for (const link of links) {
    const seq = Number(link[stamp] ?? -1);
    if (link.published_seq !== null && seq >= Number(link.published_seq) && seq > placed && seq > floor) return true;
    placed = Math.max(placed, Number(link.placed_seq));
  }
  return false;
}
