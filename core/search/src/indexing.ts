import type { DocumentId } from "@cartulary/documents";
import { type Clock, type Job, type JobDefinition, recurringJob, requireGoing, type Transact } from "@cartulary/kernel";
import { indexedText, spaced } from "./indexed-text.ts";
import type { EntryHeading, Indexable, SearchStores } from "./ports.ts";
import { pdfTextOf, plainTextOf, TEXT_BYTES_MAX, type TextSources, textKindOf } from "./text-source.ts";
import { INDEX, jobOf } from "./tree-listener.ts";
import { wordsOf } from "./words.ts";

const READ = "search/read";
const BACKFILL = "search/backfill";

/** The queues of {@link searchJobs}. */
export const SEARCH_QUEUES: readonly string[] = [INDEX, READ, BACKFILL];

/** How often documents are looked for that the index does not know as they are: their jobs failed for good. */
const BACKFILL_SECONDS = 21_600;
/** How many are looked at together. */
const BATCH = 100;

/** What indexing is done with. */
export interface IndexingDependencies<Stores> extends TextSources {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
}

const documentOf = ({ payload }: Job) => payload.documentId as DocumentId;

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
      handle: (job) => indexAll(dependencies, [documentOf(job)]),
      handleTogether: (jobs) => indexAll(dependencies, jobs.map(documentOf)),
    },
    {
      queue: READ,
      handle: (job) => readPdf(dependencies, documentOf(job)),
    },
    recurringJob({
      ...{ queue: BACKFILL, everySeconds: BACKFILL_SECONDS, transact, clock },
      async work(stop) {
        let after: DocumentId | null = null;
        do {
          requireGoing(stop);
          const { ids, last } = await transact.read(({ search }) => search.outdated(after, BATCH));
          await indexAll(dependencies, ids);
          after = last;
        } while (after !== null);
      },
    }),
  ];
}

/** Whatever can be said at once of these documents, in transactions of some text each. PDF files are read later. */
async function indexAll<Stores extends SearchStores>(
  { transact, ...sources }: IndexingDependencies<Stores>,
  ids: readonly DocumentId[],
): Promise<void> {
  if (ids.length === 0) return;
  const documents = await transact.read(({ search }) => search.indexable(ids));
  let writes: ((stores: Stores) => Promise<unknown>)[] = [];
  let bytes = 0;
  const writeAll = () =>
    transact.write(async (stores) => {
      for (const write of writes) await write(stores);
    });
  for (const document of documents) {
    writes.push(await writeOf(sources, document));
    bytes += textKindOf(document) === null ? 0 : document.byteSize;
    if (bytes < TEXT_BYTES_MAX) continue;
    await writeAll();
    [writes, bytes] = [[], 0];
  }
  if (writes.length > 0) await writeAll();
}

async function writeOf(sources: TextSources, document: Indexable): Promise<(stores: SearchStores) => Promise<unknown>> {
  const heading = headingOf(document);
  if (document.readKey === document.blobKey) return ({ search }) => search.describe(heading);
  if (sources.pdfText && textKindOf(document) === "pdf") {
    return async ({ search, jobs }) => {
      await search.put({ ...heading, isRead: false, text: null });
      await jobs.enqueue(jobOf(READ, document.documentId));
    };
  }
  const text = await plainTextOf(sources, document);
  const entry = { ...heading, isRead: true, text: text === null ? null : indexedText(text) };
  return ({ search }) => search.put(entry);
}

async function readPdf<Stores extends SearchStores>(
  { transact, ...sources }: IndexingDependencies<Stores>,
  id: DocumentId,
): Promise<void> {
  const [document] = await transact.read(({ search }) => search.indexable([id]));
  if (!document || document.readKey === document.blobKey || textKindOf(document) !== "pdf") return;
  const text = await pdfTextOf(sources, document);
  const entry = { ...headingOf(document), isRead: true, text: text === null ? null : indexedText(text) };
  await transact.write(({ search }) => search.put(entry));
}

function headingOf(document: Indexable): EntryHeading {
  return {
    of: document,
    nameWords: spaced(wordsOf(document.name)),
    descriptionWords: spaced(wordsOf(document.description ?? "")),
  };
}
