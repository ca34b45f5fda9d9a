import { HIGHLIGHTS_MAX, MARK, MARKED_LENGTH, type Passage } from "@cartulary/search";
import { type QueryCreator, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { inSet } from "../documents/tree.ts";
import type { Dialect } from "../engine/dialect.ts";

/** How much is read around a word: what stands between two marks, and what a long word may take beyond. */
const PASSAGE_LENGTH = 4 * MARKED_LENGTH;

/** What a row says beside a document, where {@link withPassages} was selected. */
export interface PassageColumns {
  readonly [passage: `passage_${number}`]: string | null;
  readonly [marks: `marks_${number}`]: number | null;
}

// biome-ignore lint/suspicious/noExplicitAny: documents beside whatever else the statement selects.
type AnyRows = SelectQueryBuilder<any, any, any>;

/**
 * Adds to a statement where each text first has each of the first words: read by their places, so that no text is read
 * whole. What is looked for is looked for once, which is why each step is kept before the next.
 *
 * `ids` selects the documents that the statement is of; `begun` is what it begins with.
 */
export function withPassages(
  dialect: Dialect,
  begun: QueryCreator<Record<string, object>>,
  { ids, words }: { readonly ids: RawBuilder<unknown>; readonly words: readonly string[] },
): { readonly begun: QueryCreator<Record<string, object>>; select(documents: AnyRows): AnyRows } {
  const first = words.slice(0, HIGHLIGHTS_MAX);
  const found = first.map(
    (word, at) => sql`${dialect.position(sql.ref("text_words"), word)} as ${sql.ref(`at_${at}`)}`,
  );
  const counted = first.map((_, at) => sql`${marksBefore(sql.ref(`at_${at}`))} as ${sql.ref(`marks_${at}`)}`);
  const passages = first.map((_, at) => {
    const marks = sql.ref(`marks_${at}`);
    const from = sql`${marks} * ${sql.lit(MARKED_LENGTH)} + 1`;
    return sql`${marks}, substr(text, cast(${from} as integer), ${sql.lit(PASSAGE_LENGTH)}) as ${sql.ref(`passage_${at}`)}`;
  });
  const steps = {
    words_found: sql<object>`(select document_id as id, ${sql.join(found)} from search_entries
      where ${inSet(dialect, "document_id", ids)} and text is not null)`,
    words_placed: sql<object>`(select words_found.id, ${sql.join(counted)}
      from words_found cross join search_entries where document_id = words_found.id)`,
    passages: sql<object>`(select document_id, ${sql.join(passages)}
      from words_placed cross join search_entries where document_id = words_placed.id)`,
  };
  const all = Object.entries(steps).reduce(
    (before, [name, step]) =>
      before.with(
        (set) => set(name).materialized(),
        () => step,
      ) as typeof begun,
    begun,
  );
  const names = first.flatMap((_, at) => [`passages.passage_${at}`, `passages.marks_${at}`]);
  const select = (documents: AnyRows) =>
    documents.leftJoin("passages", "passages.document_id", "documents.id").select(names);
  return { begun: all, select };
}

/** How many marks stand before the place of a word; null where it is not in the text. */
function marksBefore(at: RawBuilder<unknown>): RawBuilder<number | null> {
  const head = sql`substr(text_words, 1, cast(${at} as integer))`;
  return sql`case when ${at} > 0 then length(${head}) - length(replace(${head}, ${MARK}, '')) end`;
}

/** What the text of a document says around the words, where it has any. */
export function passagesIn(row: PassageColumns, words: number): readonly Passage[] {
  const passages: Passage[] = [];
  for (let at = 0; at < Math.min(words, HIGHLIGHTS_MAX); at += 1) {
    const text = row[`passage_${at}`];
    if (typeof text === "string") passages.push({ text, isBeginning: row[`marks_${at}`] === 0 });
  }
  return passages;
}
