import { HIGHLIGHTS_MAX, MARK, MARKED_LENGTH, type Passage } from "@cartulary/search";
import { type QueryCreator, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { inSet } from "../documents/tree.ts";
import type { Dialect } from "../engine/dialect.ts";

/** How much is read around a word: what stands between two marks, and what a long word may take beyond. */
const PASSAGE_LENGTH = 4 * MARKED_LENGTH;

/** What a row says beside a document, where {@link withPassages} was selected. */
export interface PassageColumns {
  readonly [passage: `passage_${number}`]: string | null;
  readonly [at: `at_${number}`]: number | null;
  /** Where the first mark stands; 0 without one. */
  readonly first_mark: number | null;
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
  const found = first.map((word, at) => sql`${placeIn(dialect, word)} as ${sql.ref(`at_${at}`)}`);
  const passages = first.map((_, place) => {
    const at = sql.ref(`at_${place}`);
    const from = sql`${marksBefore(dialect, at)} * ${sql.lit(MARKED_LENGTH)} + 1`;
    const passage = sql`substr(text, cast(${from} as integer), ${sql.lit(PASSAGE_LENGTH)})`;
    return sql`${at}, case when ${at} > 0 then ${passage} end as ${sql.ref(`passage_${place}`)}`;
  });
  const steps = {
    words_found: sql<object>`(select document_id as id, ${placeIn(dialect, MARK)} as first_mark, ${sql.join(found)} from search_entries
      where ${inSet(dialect, "document_id", ids)} and text is not null)`,
    passages: sql<object>`(select document_id, first_mark, ${sql.join(passages)}
      from words_found cross join search_entries where document_id = words_found.id)`,
  };
  const all = Object.entries(steps).reduce(
    (before, [name, step]) =>
      before.with(
        (set) => set(name).materialized(),
        () => step,
      ) as typeof begun,
    begun,
  );
  const names = first.flatMap((_, at) => [`passages.passage_${at}`, `passages.at_${at}`]);
  const select = (documents: AnyRows) =>
    documents.leftJoin("passages", "passages.document_id", "documents.id").select(["passages.first_mark", ...names]);
  return { begun: all, select };
}

/** Where the words of a text have something. SQLite counts bytes: for characters it would go through all that stands before. */
const placeIn = (dialect: Dialect, part: string): RawBuilder<number> =>
  dialect.name === "sqlite"
    ? sql`instr(cast(text_words as blob), cast(${part} as blob))`
    : dialect.position(sql.ref("text_words"), part);

/** How many marks stand before the place of a word: what is missing where they are taken out. */
function marksBefore({ name }: Dialect, at: RawBuilder<unknown>): RawBuilder<number> {
  return name === "sqlite"
    ? sql`(${at} - octet_length(replace(substr(cast(text_words as blob), 1, ${at}), ${MARK}, '')))`
    : sql`(${at} - length(replace(substr(text_words, 1, cast(${at} as integer)), ${MARK}, '')))`;
}

/** What the text of a document says around the words, where it has any. */
export function passagesIn(row: PassageColumns, words: number): readonly Passage[] {
  const passages: Passage[] = [];
  for (let at = 0; at < Math.min(words, HIGHLIGHTS_MAX); at += 1) {
    const text = row[`passage_${at}`];
    if (typeof text === "string") passages.push({ text, isBeginning: isBeforeMarks(row[`at_${at}`], row.first_mark) });
  }
  return passages;
}

const isBeforeMarks = (at: number | null | undefined, mark: number | null): boolean => !mark || Number(at) < mark;
