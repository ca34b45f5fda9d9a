import type { DocumentId } from "@cartulary/documents";
import { HIGHLIGHTS_MAX, MARK, MARKED_LENGTH, type Passage } from "@cartulary/search";
import { type RawBuilder, sql } from "kysely";
import { type Source, statement } from "../engine/statement.ts";
import type { SearchTables } from "./tables.ts";

/** How much is read around a word: what stands between two marks, and what a long word may take beyond. */
const PASSAGE_LENGTH = 4 * MARKED_LENGTH;

interface PassageRow {
  readonly document_id: DocumentId;
  readonly [passage: `passage_${number}`]: string | null;
  readonly [marks: `marks_${number}`]: number;
}

/**
 * Where each text first has each of the words: read by their places, so that no text is read whole. What is looked for is
 * looked for once, which is why each step is kept before the next.
 */
const reading = statement(
  (
    { db, dialect }: Source<SearchTables>,
    { ids, words }: { readonly ids: readonly DocumentId[]; readonly words: readonly string[] },
  ) => {
    const found = words.map(
      (word, at) => sql`${dialect.position(sql.ref("text_words"), word)} as ${sql.ref(`at_${at}`)}`,
    );
    const counted = words.map((_, at) => sql`${marksBefore(sql.ref(`at_${at}`))} as ${sql.ref(`marks_${at}`)}`);
    const passages = words.map((_, at) => {
      const marks = sql.ref(`marks_${at}`);
      const from = sql`${marks} * ${sql.lit(MARKED_LENGTH)} + 1`;
      return sql`${marks}, substr(text, cast(${from} as integer), ${sql.lit(PASSAGE_LENGTH)}) as ${sql.ref(`passage_${at}`)}`;
    });
    return sql<PassageRow>`with found as materialized (
        select document_id as id, ${sql.join(found)} from search_entries
        where document_id in (${sql.join(ids)}) and text is not null
      ), counted as materialized (
        select found.id, ${sql.join(counted)} from found cross join search_entries where document_id = found.id
      )
      select document_id, ${sql.join(passages)} from counted cross join search_entries
      where document_id = counted.id`.compile(db);
  },
);

/** How many marks stand before the place of a word; null where it is not in the text. */
function marksBefore(at: RawBuilder<unknown>): RawBuilder<number | null> {
  const head = sql`substr(text_words, 1, cast(${at} as integer))`;
  return sql`case when ${at} > 0 then length(${head}) - length(replace(${head}, ${MARK}, '')) end`;
}

/** What the texts of some documents say around the first words that are searched for. */
export async function passagesOf(
  source: Source<SearchTables>,
  ids: readonly DocumentId[],
  words: readonly string[],
): Promise<ReadonlyMap<DocumentId, readonly Passage[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await reading(source, { ids, words: words.slice(0, HIGHLIGHTS_MAX) }, undefined);
  return new Map(rows.map((row) => [row.document_id, passagesIn(row, words.length)]));
}

function passagesIn(row: PassageRow, words: number): readonly Passage[] {
  const passages: Passage[] = [];
  for (let at = 0; at < Math.min(words, HIGHLIGHTS_MAX); at += 1) {
    const text = row[`passage_${at}`];
    if (typeof text === "string") passages.push({ text, isBeginning: row[`marks_${at}`] === 0 });
  }
  return passages;
}
