import type { DocumentId, TextStatus } from "@cartulary/documents";
import { type Clock, type JobDefinition, recurringJob, requireGoing, type Transact } from "@cartulary/kernel";
import { headingOf } from "./entry-heading.ts";
import { addMostWords, textsOf } from "./entry-words.ts";
import { indexedText } from "./indexed-terms.ts";
import type { Entry, EntryHeading, Indexable, SearchStores } from "./ports.ts";
import type { Reading } from "./reading.ts";
import { enqueueStep, READ, READ_ON, readingJobs, type UnreadText } from "./reading-jobs.ts";
import { firstLook, type TextSources } from "./text-source.ts";
import { type Changed, changedIn, INDEX } from "./tree-listener.ts";

const BACKFILL = "search/backfill";
const FORGET_WORDS = "search/forget_words";

/** The queues of {@link searchJobs}. */
export const SEARCH_QUEUES: readonly string[] = [INDEX, READ, READ_ON, BACKFILL, FORGET_WORDS];

/** How often documents are looked for that the index does not know as they are: their jobs failed for good. */
const BACKFILL_SECONDS = 21_600;
/** How many are looked at together. */
const BATCH = 100;
/** How often words are looked for that no document has any more. */
const FORGET_WORDS_SECONDS = 86_400;
/** How many words are looked at in one transaction. */
const WORDS_BATCH = 500;
/** So much text is written in one transaction, and more only where it is the text of one document. */
const TOGETHER_LENGTH_MAX = 1_048_576;

/** What indexing is done with. */
export interface IndexingDependencies<Stores> extends TextSources {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
  /** Lets others have their turn: it is awaited again and again while the terms of a long text are made. */
  readonly pause: () => Promise<unknown>;
  /** Called once for each content of which some text could not be read. */
  readonly onUnreadText?: (text: UnreadText) => void;
}

/**
 * Keeps the index at what documents say: one after another as they change, and now and then those that nobody told of,
 * which were there before the index was. Texts that take a child to read wait in queues of their own, so that names and
 * other texts do not wait for them.
 */
export function searchJobs<Stores extends SearchStores>(
  dependencies: IndexingDependencies<Stores>,
): readonly JobDefinition[] {
  const { transact, clock } = dependencies;

  return [
    {
      queue: INDEX,
      handle: (job) => indexAll(dependencies, [changedIn(job.payload)]),
      handleTogether: (jobs) =>
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
          requireGoing(stop);
          const { ids, last } = await transact.read(({ search }) => search.outdated(after, BATCH));
          const changed = ids.map((documentId) => ({ documentId, ownerId: null }));
          await indexAll(dependencies, changed);
          after = last;
        } while (after !== null);
        await goOnReading(transact);
      },
    }),
    recurringJob({
      ...{ queue: FORGET_WORDS, everySeconds: FORGET_WORDS_SECONDS, transact, clock },
      async work(stop) {
        let after: string | null = null;
        do {
          requireGoing(stop);
          after = await transact.write(({ search }) => search.forgetWords(after, WORDS_BATCH));
        } while (after !== null);
      },
    }),
  ];
}

/** Readings whose job was lost go on. */
async function goOnReading<Stores extends SearchStores>(transact: Transact<Stores>): Promise<void> {
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

/** Indexes what can be indexed at once, in transactions of some text each. Files that need a child are read later. */
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
    if (length < TOGETHER_LENGTH_MAX) continue;
    await writeAll(transact, writes, owners);
    [writes, length] = [[], 0];
  }
  if (writes.length > 0) await writeAll(transact, writes, owners);
}

/**
 * What is to be written of a document: a whole entry, with what search has of its text then; or its heading, beside the
 * text that the entry has. A reading begins then, where there is one.
 */
type Write =
  | { readonly entry: Entry; readonly status: TextStatus; readonly reading: Reading | null }
  | { readonly heading: EntryHeading; readonly reading: Reading | null };

async function writeAll<Stores extends SearchStores>(
  transact: Transact<Stores>,
  writes: readonly Write[],
  owners: ReadonlyMap<DocumentId, string | null>,
): Promise<void> {
  const words = await addMostWords(
    transact,
    writes.flatMap((write) => textsOf("entry" in write ? write.entry : { ...write.heading, text: null })),
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
  if (isRead && (document.textStatus !== "pending" || document.isBeingRead)) return { heading, reading: null };
  const look = await firstLook(sources, document);
  if (look.found === "reading") {
    const { reading } = look;
    // What was read before is found until it is read anew.
    return isRead
      ? { heading, reading }
      : { entry: { ...heading, isRead: true, text: null }, status: "pending", reading };
  }
  const text = look.found === "text" ? await indexedText(look.text, sources.pause) : null;
  return { entry: { ...heading, isRead: true, text }, status: STATUSES[look.found], reading: null };
}

const STATUSES = { nothing: "none", text: "read", loss: "failed" } as const satisfies Record<string, TextStatus>;
