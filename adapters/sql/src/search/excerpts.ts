import { type Clause, HIGHLIGHTS_MAX, type Passage, type SearchTerms } from "@cartulary/search";
import { type QueryCreator, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";

import type { Dialect } from "../engine/dialect.ts";

/** A text of so many bytes is read whole; of a longer one so many characters around each of the first clauses. */
const PASSAGE_LENGTH = 65_536;

/** The spellings by which the first clauses are found in the words of a long text, the likeliest first. */
export interface ClauseSpellings {
  readonly looked_0: readonly string[];
  readonly looked_1: readonly string[];
  readonly looked_2: readonly string[];
}

/** The columns that {@link withPassages} adds to a row of a document. */
export interface PassageColumns {
  readonly [passage: `passage_${number}`]: string | null;
  readonly [from: `from_${number}`]: number | null;
}

const LOOKED_MAX = 4;
/** Letters at a stem's end that its words may not have. */
const STEM_END = 1;

export function spellingsOf({ wanted }: SearchTerms): ClauseSpellings {
  const [looked_0 = [], looked_1 = [], looked_2 = []] = wanted.slice(0, HIGHLIGHTS_MAX).map(spellings);
  return { looked_0, looked_1, looked_2 };
}

function spellings(clause: Clause): readonly string[] {
  if (clause.kind === "prefix") return [` ${clause.prefix}`];
  if (clause.kind === "phrase") return [` ${clause.words.join(" ")} `];
  const words = clause.exact.map((term) => ` ${term.replace(/^#/, "")} `);
  const stems = clause.others.map((term) => ` ${term.slice(1, Math.max(4, term.length - STEM_END))}`);
  return [...words, ...stems].slice(0, LOOKED_MAX);
}

// biome-ignore lint/suspicious/noExplicitAny: documents and any other columns of the statement.
type AnyRows = SelectQueryBuilder<any, any, any>;

/**
 * Adds to a statement what texts say where they may have what is wanted. The place of a word among all words of a long text
 * says about where it is in the text, which is read around there.
 *
 * `ids` selects the documents that the statement is of; `begun` is what it begins with.
 */
export function withPassages(
  dialect: Dialect,
  begun: QueryCreator<Record<string, object>>,
  { ids, looked }: { readonly ids: RawBuilder<unknown>; readonly looked: ClauseSpellings },
): { readonly begun: QueryCreator<Record<string, object>>; select(documents: AnyRows): AnyRows } {
  const length = sql.lit(PASSAGE_LENGTH);
  const size = dialect.byteLength(sql.ref("text"));
  const each = [looked.looked_0, looked.looked_1, looked.looked_2].filter((spelt, at) => at === 0 || spelt.length > 0);
  const froms = each.map((spelt, at) => sql`${beginning(dialect, spelt)} as ${sql.ref(`from_${at}`)}`);
  const passages = each.map((_, at) => {
    const from = sql.ref(`from_${at}`);
    const long = sql`substr(text, ${from}, ${length})`;
    const short = at === 0 ? sql.ref("text") : sql`null`;
    return sql`${from}, case when is_long = 1 then ${long} else ${short} end as ${sql.ref(`passage_${at}`)}`;
  });
  const steps = {
    begun_passages: sql<object>`(select id, is_long, ${sql.join(froms)} from (
      select document_id as id, text, text_words, case when ${size} > ${length} then 1 else 0 end as is_long
      from search_entries where ${dialect.inSet("document_id", ids)} and text is not null) as texts)`,
    passages: sql<object>`(select document_id, ${sql.join(passages)}
      from begun_passages cross join search_entries where document_id = begun_passages.id)`,
  };
  const all = Object.entries(steps).reduce(
    (before, [name, step]) =>
      before.with(
        (set) => set(name).materialized(),
        () => step,
      ) as typeof begun,
    begun,
  );
  const names = each.flatMap((_, at) => [`passages.passage_${at}`, `passages.from_${at}`]);
  const select = (documents: AnyRows) =>
    documents.leftJoin("passages", "passages.document_id", "documents.id").select(names);
  return { begun: all, select };
}

/** The character that the passage of a clause begins with: of a short text, the first. */
function beginning(dialect: Dialect, spelt: readonly string[]): RawBuilder<number> {
  const words = sql.ref("text_words");
  const places = spelt.map((part) => sql`nullif(${dialect.quickPosition(words, part)}, 0)`);
  const place = sql`coalesce(${sql.join([...places, sql`1`, sql`1`])})`;
  const from = sql`cast(1.0 * ${place} * length(text) / (${dialect.quickLength(words)} + 1) - ${sql.lit(PASSAGE_LENGTH / 2)} as integer)`;
  return sql`case when is_long = 1 and ${from} > 1 then ${from} else 1 end`;
}

/** Returns the passages of the text that may contain the clauses, each once; none without text. */
export function passagesIn(row: PassageColumns): readonly Passage[] {
  const passages: Passage[] = [];
  const begun = new Set<number>();
  for (let at = 0; at < HIGHLIGHTS_MAX; at += 1) {
    const [text, from] = [row[`passage_${at}`], Number(row[`from_${at}`])];
    if (typeof text !== "string" || begun.has(from)) continue;
    begun.add(from);
    passages.push({ text, isBeginning: from === 1 });
  }
  return passages;
}
