import {
  clearBit,
  countBits,
  firstBits,
  noPostings,
  type Postings,
  post,
  postingsOf,
  SEGMENT_SIZE,
  type SealingLimits,
  type Worded,
} from "@cartulary/search";
import { sql } from "kysely";
import type { SqlTransaction } from "../engine/module.ts";
import { insertOf } from "../engine/row-set.ts";
import { entriesWith, soughtOf } from "./matching.ts";
import { listed } from "./places.ts";
import { bitsFrom, bitsTo, postingsTo } from "./stored-bits.ts";
import { type SearchTables, searchCommonWordRows, searchPostingRows } from "./tables.ts";

type Transaction = SqlTransaction<SearchTables>;

/** Words that get postings in all. Those beyond are found as seldom ones are: slower, and as well. */
const COMMON_WORDS_MAX = 10_000;
/** A segment of which no more than this is left gives its documents to later ones. */
const LEFT_MIN = SEGMENT_SIZE / 4;

/**
 * Puts documents that have no slot into a segment, and takes those that are gone or changed out of theirs; if there are
 * `least` of either. Answers whether there may be more to do. One transaction at a time gets past the first statement.
 */
export async function seal(transaction: Transaction, { least, common }: SealingLimits): Promise<boolean> {
  const due = await dueIn(transaction, least);
  if (!due.unsealed && !due.vacated) return false;
  const segment = await nextSegment(transaction);
  await forgetVacated(transaction);
  if (due.unsealed) await giveUpSmall(transaction);
  const isSealed = due.unsealed && (await sealInto(transaction, segment, common));
  return isSealed || due.vacated;
}

interface Due {
  readonly unsealed: boolean;
  readonly vacated: boolean;
}

async function dueIn({ db }: Transaction, least: number): Promise<Due> {
  const { rows } = await sql<{ readonly unsealed: number; readonly vacated: number }>`select
    (select count(*) from (select 1 as one from search_numbers where slot is null limit ${least}) as few) as unsealed,
    (select count(*) from (select 1 as one from search_vacated limit ${least}) as few) as vacated`.execute(db);
  const { unsealed = 0, vacated = 0 } = rows[0] ?? {};
  return { unsealed: unsealed >= least, vacated: vacated >= least };
}

/** Locks the one row there is until the transaction ends: whoever seals has to know the common words of all before. */
async function nextSegment({ db }: Transaction): Promise<number> {
  const { rows } = await sql<{ readonly segments: number }>`
    insert into search_sealing (id, segments) values (1, 0)
    on conflict (id) do update set segments = search_sealing.segments + 1 returning segments`.execute(db);
  return rows[0]?.segments ?? 0;
}

/** Documents whose entry somebody is writing at this moment are left for the next segment. */
async function sealInto(transaction: Transaction, segment: number, common: number): Promise<boolean> {
  const { db, dialect } = transaction;
  const unsealed = await sql<{ readonly number: number }>`select number from search_numbers where slot is null
    order by changed_at, document_id limit ${SEGMENT_SIZE} ${dialect.forUpdateSkipLocked}`.execute(db);
  const numbers = JSON.stringify(unsealed.rows.map(({ number }) => number));
  const { rows: documents } = await sql<WordedRow>`
    select each.name_words, each.description_words, each.text_words
    from (${listed(dialect, numbers)}) as sent
    join search_numbers on search_numbers.number = sent.value
    join search_entries as each on each.document_id = search_numbers.document_id
    order by sent.position`.execute(db);
  if (documents.length === 0) return false;
  await writePostings(transaction, segment, documents.map(wordedFrom), common);
  await sql`update search_numbers set slot = ${segment * SEGMENT_SIZE} + sent.position
    from (${listed(dialect, numbers)}) as sent where search_numbers.number = sent.value`.execute(db);
  await sql`insert into search_segments (segment, oldest, latest, live)
    select ${segment}, min(changed_at), max(changed_at), ${bitsTo(firstBits(documents.length))}
    from search_numbers where slot >= ${segment * SEGMENT_SIZE}`.execute(db);
  return true;
}

interface WordedRow {
  readonly name_words: string;
  readonly description_words: string;
  readonly text_words: string;
}

const wordedFrom = (row: WordedRow): Worded => ({
  nameWords: row.name_words,
  descriptionWords: row.description_words,
  textWords: row.text_words,
});

async function writePostings(
  transaction: Transaction,
  segment: number,
  documents: readonly Worded[],
  common: number,
): Promise<void> {
  const known = await commonWords(transaction);
  const isFull = known.size >= COMMON_WORDS_MAX;
  const postings = postingsOf(documents, (word, count) => known.has(word) || (count >= common && !isFull));
  await promote(
    transaction,
    [...postings.keys()].filter((word) => !known.has(word)),
  );
  await insertPostings(transaction, inSegment(segment, postings));
}

const inSegment = (segment: number, postings: ReadonlyMap<string, Postings>): readonly PostingOf[] =>
  [...postings].map(([word, each]) => ({ word, segment, postings: each }));

async function commonWords({ db }: Transaction): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ readonly word: string }>`select word from search_common_words`.execute(db);
  return new Set(rows.map(({ word }) => word));
}

/**
 * From now on every segment says of these words what they are in: those that are there already, too. As long as these are
 * few they are read again, since the index would find what waits to be sealed as well.
 */
async function promote(transaction: Transaction, words: readonly string[]): Promise<void> {
  const { db, dialect } = transaction;
  if (words.length === 0) return;
  const rows = words.map((word) => ({ word }));
  await insertOf(searchCommonWordRows, rows, dialect).execute(db);
  const { rows: segments } = await sql<{ readonly segment: number }>`select segment from search_segments`.execute(db);
  if (segments.length > words.length) {
    for (const word of words) await insertPostings(transaction, await lookedUp(transaction, word));
  } else {
    for (const { segment } of segments) await insertPostings(transaction, await readAgain(transaction, segment, words));
  }
}

async function readAgain(
  { db }: Transaction,
  segment: number,
  words: readonly string[],
): Promise<readonly PostingOf[]> {
  const [first, end] = [segment * SEGMENT_SIZE, (segment + 1) * SEGMENT_SIZE];
  const { rows } = await sql<WordedRow & { readonly slot: number }>`
    select slot, each.name_words, each.description_words, each.text_words
    from search_numbers cross join search_entries as each
    where slot >= ${first} and slot < ${end} and each.document_id = search_numbers.document_id`.execute(db);
  const documents = Array.from({ length: SEGMENT_SIZE }, () => NOTHING);
  for (const row of rows) documents[row.slot - first] = wordedFrom(row);
  const wanted = new Set(words);
  return inSegment(
    segment,
    postingsOf(documents, (word) => wanted.has(word)),
  );
}

const NOTHING: Worded = { nameWords: "", descriptionWords: "", textWords: "" };

/** By the index, what has a word in all segments. */
async function lookedUp({ db, dialect }: Transaction, word: string): Promise<readonly PostingOf[]> {
  const has = (column: string) => sql`${dialect.position(sql.ref(`entry.${column}`), ` ${word} `)} > 0`;
  const { rows } = await sql<{ readonly slot: number; readonly place: number }>`select slot, place from (
      select (select slot from search_numbers where search_numbers.document_id = entry.document_id) as slot,
        case when ${has("name_words")} then 0 when ${has("description_words")} then 1 else 2 end as place
      from ${entriesWith(dialect, soughtOf([word]))}
    ) as hits where slot is not null`.execute(db);
  const bySegment = Map.groupBy(rows, ({ slot }) => Math.floor(slot / SEGMENT_SIZE));
  return [...bySegment].map(([segment, hits]) => {
    const postings = noPostings();
    for (const { slot, place } of hits)
      post(postings, slot % SEGMENT_SIZE, { inName: place === 0, inDescription: place === 1 });
    return { word, segment, postings };
  });
}

interface PostingOf {
  readonly word: string;
  readonly segment: number;
  readonly postings: Postings;
}

async function insertPostings({ db, dialect }: Transaction, all: readonly PostingOf[]): Promise<void> {
  if (all.length === 0) return;
  const rows = all.map(({ word, segment, postings }) => ({ word, segment, bits: postingsTo(postings) }));
  await insertOf(searchPostingRows, rows, dialect).execute(db);
}

/** What left its slot is no longer in its segment; a segment with little left is given up. */
async function forgetVacated(transaction: Transaction): Promise<void> {
  const { db, dialect } = transaction;
  const { rows: vacated } = await sql<{ readonly slot: number }>`select slot from search_vacated`.execute(db);
  const bySegment = Map.groupBy(vacated, ({ slot }) => Math.floor(slot / SEGMENT_SIZE));
  const { rows } = await sql<{ readonly segment: number; readonly live: string }>`select segment, live
    from search_segments where segment in (${values(dialect, [...bySegment.keys()])})`.execute(db);
  for (const { segment, live } of rows) {
    const left = bitsFrom(live);
    for (const { slot } of bySegment.get(segment) ?? []) clearBit(left, slot % SEGMENT_SIZE);
    if (countBits(left) <= LEFT_MIN) await giveUp(transaction, segment);
    else await sql`update search_segments set live = ${bitsTo(left)} where segment = ${segment}`.execute(db);
  }
  const slots = vacated.map(({ slot }) => slot);
  await sql`delete from search_vacated where slot in (${values(dialect, slots)})`.execute(db);
}

const values = (dialect: Transaction["dialect"], all: readonly number[]) =>
  sql`select value from (${listed(dialect, JSON.stringify(all))}) as sent`;

/** The last segment, where it is not half full: its documents go together with those that wait. */
async function giveUpSmall(transaction: Transaction): Promise<void> {
  const { rows } = await sql<{ readonly segment: number; readonly live: string }>`select segment, live
    from search_segments order by segment desc limit 1`.execute(transaction.db);
  const [last] = rows;
  if (last && countBits(bitsFrom(last.live)) <= SEGMENT_SIZE / 2) await giveUp(transaction, last.segment);
}

/** What is left of it waits for another. */
async function giveUp({ db }: Transaction, segment: number): Promise<void> {
  const [first, end] = [segment * SEGMENT_SIZE, (segment + 1) * SEGMENT_SIZE];
  await sql`update search_numbers set slot = null where slot >= ${first} and slot < ${end}`.execute(db);
  await sql`delete from search_vacated where slot >= ${first} and slot < ${end}`.execute(db);
  await sql`delete from search_postings
    where segment = ${segment} and word in (select word from search_common_words)`.execute(db);
  await sql`delete from search_segments where segment = ${segment}`.execute(db);
}
