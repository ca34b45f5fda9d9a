import type { DocumentId, TextStatus } from "@cartulary/documents";
import { type Clock, type JobDefinition, recurringJob, type Transact, throwIfCancelled } from "@cartulary/kernel";
import { headingOf } from "./entry-heading.ts";
import { addMostWords, textsOf } from "./entry-words.ts";
import { indexedText } from "./indexed-terms.ts";
import type { Entry, EntryHeading, Indexable, IndexedText, SearchStores } from "./ports.ts";
import type { Reading } from "./reading.ts";
import { enqueueStep, READ, READ_ON, readingJobs, type UnreadText } from "./reading-jobs.ts";
import { firstLook, mayBeReadAtOnce, type TextSources } from "./text-source.ts";
import { BACKFILL, type Changed, changedIn, INDEX_QUEUE } from "./tree-listener.ts";

const FORGET_WORDS = "search/forget_words";

export const SEARCH_QUEUES: readonly string[] = [INDEX_QUEUE, READ, READ_ON, BACKFILL, FORGET_WORDS];

/** Interval of the search for outdated entries, whose jobs have failed permanently. */
const BACKFILL_SECONDS = 21_600;
/** Documents per batch. */
const BATCH = 100;
/** Interval of the removal of unused words. */
const FORGET_WORDS_SECONDS = 86_400;
/** Words per transaction. */
const WORDS_BATCH = 500;
/** Maximum characters of text per transaction, exceeded only by a single document. */
const WRITE_LENGTH_MAX = 1_048_576;

export interface IndexingDependencies<Stores> extends TextSources {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
  /** Yields to the event loop; awaited regularly while a long text is indexed. */
  readonly pause: () => Promise<unknown>;
  /** Called once for each content whose text is incomplete. */
  readonly onUnreadText?: (text: UnreadText) => void;
}

/**
 * The jobs that keep the index up to date: on each change, and every few hours for entries that are missing or outdated.
 * Texts that need a child process have their own queues, so that names and simple texts do not wait for them.
 */
export function searchJobs<Stores extends SearchStores>(
  dependencies: IndexingDependencies<Stores>,
): readonly JobDefinition[] {
  const { transact, clock } = dependencies;

  return [
    {
      queue: INDEX_QUEUE,
      handle: (job) => indexAll(dependencies, [changedIn(job.payload)]),
      handleBatch: (jobs) =>
        indexAll(
          dependencies,
          jobs.map(({ payload }) => changedIn(payload)),
        ),
    },
    ...readingJobs(dependencies),
    recurringJob({
      ...{ queue: BACKFILL, everySeconds: BACKFILL_SECONDS, transact, clock },
      async work(stop) {
        let after: DocumentId | null = null;
        do {
          throwIfCancelled(stop);
          const { ids, last } = await transact.read(({ search }) => search.outdated(after, BATCH));
          const changed = ids.map((documentId) => ({ documentId, ownerId: null }));
          await indexAll(dependencies, changed);
          after = last;
        } while (after !== null);
        await resumeReadings(transact);
      },
    }),
    recurringJob({
      ...{ queue: FORGET_WORDS, everySeconds: FORGET_WORDS_SECONDS, transact, clock },
      async work(stop) {
        let after: string | null = null;
        do {
          throwIfCancelled(stop);
          after = await transact.write(({ search }) => search.forgetWords(after, WORDS_BATCH));
        } while (after !== null);
      },
    }),
  ];
}

/** Enqueues the next step of readings whose job was lost. */
async function resumeReadings<Stores extends SearchStores>(transact: Transact<Stores>): Promise<void> {
  for (let after: DocumentId | null = null; ; ) {
    const ids: readonly DocumentId[] = await transact.read(({ textReadings }) => textReadings.unfinished(after, BATCH));
    after = ids.at(-1) ?? null;
    if (after === null) return;
    await transact.write(async ({ jobs, textReadings }) => {
      for (const documentId of ids) {
        const reading = await textReadings.find(documentId);
        if (reading) await enqueueStep(jobs, { documentId, ownerId: null }, reading);
      }
    });
  }
}

/** Indexes documents, several per transaction. Files that need a child process are read by later jobs. */
async function indexAll<Stores extends SearchStores>(
  { transact, ...sources }: IndexingDependencies<Stores>,
  changed: readonly Changed[],
): Promise<void> {
  if (changed.length === 0) return;
  const owners = new Map(changed.map(({ documentId, ownerId }) => [documentId, ownerId]));
  const documents = await transact.read(({ search }) => search.indexable([...owners.keys()]));
  let writes: Write[] = [];
  let length = 0;
  for (const document of documents) {
    const write = await writeOf(sources, document);
    writes.push(write);
    length += "entry" in write ? (write.entry.text?.text.length ?? 0) : 0;
    if (length < WRITE_LENGTH_MAX) continue;
    await writeAll(transact, writes, owners);
    [writes, length] = [[], 0];
  }
  if (writes.length > 0) await writeAll(transact, writes, owners);
}

/**
 * A pending write for a document: a whole entry with its text status, or only the heading, keeping the indexed text; of
 * `text` only the words are added, where the upload wrote the entry. Starts `reading` if set.
 */
type Write =
  | { readonly entry: Entry; readonly status: TextStatus; readonly reading: Reading | null }
  | { readonly heading: EntryHeading; readonly reading: Reading | null; readonly text: IndexedText | null };

async function writeAll<Stores extends SearchStores>(
  transact: Transact<Stores>,
  writes: readonly Write[],
  owners: ReadonlyMap<DocumentId, string | null>,
): Promise<void> {
  const words = await addMostWords(
    transact,
    writes.flatMap((write) => textsOf("entry" in write ? write.entry : { ...write.heading, text: write.text })),
  );
  await transact.write(async ({ documents, search, textReadings, jobs }) => {
    await search.put(writes.flatMap((write) => ("entry" in write ? write.entry : [])));
    for (const [status, contents] of statusesIn(writes)) await documents.setTextStatus(status, contents);
    for (const write of writes) {
      if ("heading" in write) await search.describe(write.heading);
      const { documentId } = ("entry" in write ? write.entry : write.heading).of;
      if (!write.reading) continue;
      await textReadings.put(documentId, write.reading);
      await enqueueStep(jobs, { documentId, ownerId: owners.get(documentId) ?? null }, write.reading);
    }
    await search.addWords(words);
  });
}

function statusesIn(writes: readonly Write[]): ReadonlyMap<TextStatus, readonly EntryHeading["of"][]> {
  const contents = new Map<TextStatus, EntryHeading["of"][]>();
  for (const write of writes) {
    if ("heading" in write) continue;
    const { status, entry } = write;
    contents.set(status, [...(contents.get(status) ?? []), entry.of]);
  }
  return contents;
}

async function writeOf(
  sources: TextSources & Pick<IndexingDependencies<never>, "pause">,
  document: Indexable,
): Promise<Write> {
  const heading = headingOf(document);
  const isRead = document.readKey === document.blobKey;
  if (isRead && (document.textStatus !== "pending" || document.isBeingRead))
    return { heading, reading: null, text: await textReadAtOnce(sources, document) };
  const look = await firstLook(sources, document);
  if (look.found === "reading") {
    const { reading } = look;
    // The text of the previous reading stays indexed until the new reading ends.
    return isRead
      ? { heading, reading, text: null }
      : { entry: { ...heading, isRead: true, text: null }, status: "pending", reading };
  }
  const text = look.found === "text" ? await indexedText(look.text, sources.pause) : null;
  return { entry: { ...heading, isRead: true, text }, status: STATUSES[look.found], reading: null };
}

/** Returns the text that the upload indexed; `null` if it did not. */
async function textReadAtOnce(sources: TextSources, document: Indexable): Promise<IndexedText | null> {
  const look = mayBeReadAtOnce(document) ? await firstLook(sources, document) : null;
  return look?.found === "text" ? indexedText(look.text, async () => {}) : null;
}

const STATUSES = { nothing: "none", text: "read", loss: "failed" } as const satisfies Record<string, TextStatus>;
