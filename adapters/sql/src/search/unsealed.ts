import { type Place, SEGMENT_SIZE } from "@cartulary/search";
import { sql } from "kysely";
import { millisecondsFrom, type StoredInstant } from "../engine/dialect.ts";
import { type Source, statement } from "../engine/statement.ts";
import { hasAllIn, rankIn, type Sought } from "./matching.ts";
import type { SearchTables } from "./tables.ts";

/** More that wait to be sealed are not looked through one by one. */
export const UNSEALED_MAX: number = 2 * SEGMENT_SIZE;

/** Selects how many wait, up to one more than are looked through. */
export const waitingCount = sql`select count(*) from (
  select 1 as one from search_numbers where slot is null limit ${sql.lit(UNSEALED_MAX + 1)}) as few`;

/** A hit among them. */
export interface UnsealedHit {
  readonly place: Place;
  readonly rank: number;
  readonly moment: number;
}

/** What is in no segment is looked at itself. */
export async function unsealedHits(source: Source<SearchTables>, { words }: Sought): Promise<readonly UnsealedHit[]> {
  const { rows } = await readingUnsealed(source, { words }, undefined);
  return rows.map(({ number, rank, changed_at }) => ({ place: -number, rank, moment: millisecondsFrom(changed_at) }));
}

interface UnsealedRow {
  readonly number: number;
  readonly rank: number;
  readonly changed_at: StoredInstant;
}

const readingUnsealed = statement(
  ({ db, dialect }: Source<SearchTables>, { words }: { readonly words: readonly string[] }) =>
    sql<UnsealedRow>`
      select numbers.number, numbers.changed_at, ${rankIn(dialect, { words })} as rank
      from search_numbers as numbers cross join search_entries as entry
      where numbers.slot is null and entry.document_id = numbers.document_id and ${hasAllIn(dialect, words)}`.compile(
      db,
    ),
);
