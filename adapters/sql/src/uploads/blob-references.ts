import type { BlobKey } from "@cartulary/kernel";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { UploadTables } from "./tables.ts";

/** Counts references to each blob between two keys, both inclusive; `holding` is a table or a table expression. */
export async function blobHoldersIn(
  db: Kysely<UploadTables>,
  holding: RawBuilder<unknown>,
  from: BlobKey,
  through: BlobKey,
): Promise<ReadonlyMap<BlobKey, number>> {
  const { rows } = await sql<{ readonly blob_key: BlobKey; readonly holders: number }>`
    select blob_key, count(*) as holders from (${holding}) as holding
    where blob_key >= ${from} and blob_key <= ${through} group by blob_key`.execute(db);
  return new Map(rows.map(({ blob_key: key, holders }) => [key, Number(holders)]));
}
