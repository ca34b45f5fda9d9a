import type { DocumentId } from "@cartulary/documents";
import { type Clock, type JobDefinition, recurringJob, requireGoing, type Transact } from "@cartulary/kernel";
import { SEGMENT_SIZE } from "./bits.ts";
import { indexedText, spaced } from "./indexed-text.ts";
import type { Entry, EntryHeading, Indexable, SealingLimits, SearchStores } from "./ports.ts";
import { pdfTextOf, plainTextOf, TEXT_BYTES_MAX, type TextSources, textKindOf } from "./text-source.ts";
import { type Changed, changedIn, INDEX, jobOf } from "./tree-listener.ts";
import { wordsOf } from "./words.ts";

const READ = "search/read";
const BACKFILL = "search/backfill";

/** The queues of {@link searchJobs}. */
export const SEARCH_QUEUES: readonly string[] = [INDEX, READ, BACKFILL];

/** How often documents are looked for that the index does not know as they are: their jobs failed for good. */
const BACKFILL_SECONDS = 21_600;
/** How many are looked at together. */
const BATCH = 100;

/** A quarter of a segment at a time; a word of one document in sixty-four of a whole one is common. */
export const SEALING: SealingLimits = { least: SEGMENT_SIZE / 4, common: SEGMENT_SIZE / 64 };

/** What indexing is done with. */
export interface IndexingDependencies<Stores> extends TextSources {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
}

/**
 * Keeps the index at what documents say: one after another as they change, and now and then those that nobody told of,
 * which were there before the index was. Texts that take a child to read wait in a queue of their own, so that names and
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
    {
      queue: READ,
      handle: (job) => readPdf(dependencies, changedIn(job.payload).documentId),
    },
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
        while (await sealSome(dependencies)) requireGoing(stop);
      },
    }),
  ];
}

/** Whatever can be said at once of these documents, in transactions of some text each. PDF files are read later. */
async function indexAll<Stores extends SearchStores>(
  { transact, ...sources }: IndexingDependencies<Stores>,
  changed: readonly Changed[],
): Promise<void> {
  if (changed.length === 0) return;
  const owners = new Map(changed.map(({ documentId, ownerId }) => [documentId, ownerId]));
  const documents = await transact.read(({ search }) => search.indexable([...owners.keys()]));
  let writes: Write[] = [];
  let bytes = 0;
  for (const document of documents) {
    writes.push(await writeOf(sources, document));
    bytes += textKindOf(document) === null ? 0 : document.byteSize;
    if (bytes < TEXT_BYTES_MAX) continue;
    await writeAll(transact, writes, owners);
    [writes, bytes] = [[], 0];
  }
  if (writes.length > 0) await writeAll(transact, writes, owners);
  await sealSome({ transact });
}

/** As often as documents are indexed: so those that wait to be sealed stay few. Answers whether there may be more. */
const sealSome = <Stores extends SearchStores>({
  transact,
}: Pick<IndexingDependencies<Stores>, "transact">): Promise<boolean> =>
  transact.write(({ search }) => search.seal(SEALING));

/** What is to be written of a document: a whole entry, and perhaps that its text is to be read later; or its heading. */
type Write = { readonly entry: Entry; readonly readLater: boolean } | { readonly heading: EntryHeading };

async function writeAll<Stores extends SearchStores>(
  transact: Transact<Stores>,
  writes: readonly Write[],
  owners: ReadonlyMap<DocumentId, string | null>,
): Promise<void> {
  await transact.write(async ({ search, jobs }) => {
    await search.put(writes.flatMap((write) => ("entry" in write ? write.entry : [])));
    for (const write of writes) {
      if ("heading" in write) {
        await search.describe(write.heading);
      } else if (write.readLater) {
        const { documentId } = write.entry.of;
        await jobs.enqueue(jobOf(READ, { documentId, ownerId: owners.get(documentId) ?? null }));
      }
    }
  });
}

async function writeOf(sources: TextSources, document: Indexable): Promise<Write> {
  const heading = headingOf(document);
  if (document.readKey === document.blobKey) return { heading };
  if (sources.pdfText && textKindOf(document) === "pdf") {
    return { entry: { ...heading, isRead: false, text: null }, readLater: true };
  }
  const text = await plainTextOf(sources, document);
  const entry = { ...heading, isRead: true, text: text === null ? null : indexedText(text) };
  return { entry, readLater: false };
}

async function readPdf<Stores extends SearchStores>(
  { transact, ...sources }: IndexingDependencies<Stores>,
  id: DocumentId,
): Promise<void> {
  const [document] = await transact.read(({ search }) => search.indexable([id]));
  if (!document || document.readKey === document.blobKey || textKindOf(document) !== "pdf") return;
  const text = await pdfTextOf(sources, document);
  const entry = { ...headingOf(document), isRead: true, text: text === null ? null : indexedText(text) };
  await transact.write(({ search }) => search.put([entry]));
  await sealSome({ transact });
}

function headingOf(document: Indexable): EntryHeading {
  return {
    of: document,
    nameWords: spaced(wordsOf(document.name)),
    descriptionWords: spaced(wordsOf(document.description ?? "")),
  };
}
