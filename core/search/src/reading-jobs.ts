import type { DocumentId } from "@cartulary/documents";
import {
  type Clock,
  DomainError,
  type JobDefinition,
  type Jobs,
  retrySeconds,
  secondsAfter,
  type Transact,
} from "@cartulary/kernel";
import { headingOf } from "./entry-heading.ts";
import { addMostWords } from "./entry-words.ts";
import { indexedText } from "./indexed-terms.ts";
import type { Entry, Indexable, SearchStores } from "./ports.ts";
import {
  afterFailure,
  afterReading,
  afterRecognition,
  nextStep,
  type Reading,
  type Step,
  textStatusOf,
} from "./reading.ts";
import { readable, type TextSources } from "./text-source.ts";
import { type Changed, changedIn, jobOf } from "./tree-listener.ts";
import { isCorrection } from "./typing-errors.ts";

/** Readings that begin. */
export const READ = "search/read";
/** Readings that go on for minutes, and what is recognised. */
export const READ_ON = "search/read-on";

/** How long a step waits that was refused because too much is being read, where the refusal does not say. */
const BUSY_SECONDS = 30;

/** A content of which some text could not be read, or all. */
export interface UnreadText {
  readonly documentId: DocumentId;
  readonly textStatus: "partial" | "failed";
}

interface ReadingDependencies<Stores> extends TextSources {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
  readonly pause: () => Promise<unknown>;
  readonly onUnreadText?: (text: UnreadText) => void;
}

/**
 * Reads contents step by step, one job each. What a step has read is stored before the next one begins, so that nothing
 * of it is lost however this process ends.
 */
export function readingJobs<Stores extends SearchStores>(
  dependencies: ReadingDependencies<Stores>,
): readonly JobDefinition[] {
  const handle: JobDefinition["handle"] = ({ payload }) => readStep(dependencies, changedIn(payload));
  return [
    { queue: READ, handle },
    // The steps take a minute and more: what else this host has to do keeps its places.
    { queue: READ_ON, handle, atOnceMax: 1 },
  ];
}

/** Has the next step of a reading done, in so many seconds. */
export async function enqueueStep(
  jobs: Jobs,
  changed: Changed,
  reading: Reading,
  clock?: Clock,
  seconds = 0,
): Promise<void> {
  const step = nextStep(reading);
  if (!step) return;
  const queue = step.kind === "read" && !reading.isReadOn ? READ : READ_ON;
  const runAt = clock && seconds > 0 ? { runAt: secondsAfter(clock.now(), seconds) } : {};
  await jobs.enqueue({ ...jobOf(queue, changed), ...runAt });
}

async function readStep<Stores extends SearchStores>(
  dependencies: ReadingDependencies<Stores>,
  changed: Changed,
): Promise<void> {
  const { transact, clock, pause, onUnreadText } = dependencies;
  const { documentId } = changed;
  const found = await transact.read(async ({ search, textReadings }) => {
    const [document] = await search.indexable([documentId]);
    return { document, reading: await textReadings.find(documentId) };
  });
  const { document, reading } = found;
  if (!document || reading?.blobKey !== document.blobKey) return;
  const step = nextStep(reading);
  if (!step) return;
  const next = await stepDone(dependencies, document, reading, step);
  if ("busySeconds" in next) {
    const { busySeconds } = next;
    await transact.write(({ jobs }) => enqueueStep(jobs, changed, reading, clock, busySeconds));
    return;
  }
  const hasEnded = next.reading === null || nextStep(next.reading) === null;
  // The pages of a scan come one by one: all are found together, at the end.
  const isIndexed = hasEnded || (reading.nextPage !== null && next.reading?.text !== reading.text);
  const text = isIndexed && next.reading ? await indexedText(next.reading.text, pause) : null;
  const words = await addMostWords(transact, text === null ? [] : [text]);
  const change = { reading, next: next.reading, hasEnded, text, words, isIndexed };
  const isChanged = await transact.write((stores) => stored(stores, clock, changed, change));
  if (isChanged && change.hasEnded && next.reading) {
    const textStatus = textStatusOf(next.reading);
    if (textStatus === "partial" || textStatus === "failed") onUnreadText?.({ documentId, textStatus });
  }
}

/** What a step came to: how far the reading is now, `null` where the content has no text; or when there may be a place for it. */
type StepEnd = { readonly reading: Reading | null } | { readonly busySeconds: number };

async function stepDone(sources: TextSources, document: Indexable, reading: Reading, step: Step): Promise<StepEnd> {
  const { content, failure } = readable(sources, document);
  const reader = reading.hasPages ? sources.pdfReader : sources.fileReader;
  const { textRecognizer } = sources;
  try {
    if (step.kind === "read") {
      if (!reader) return { reading: afterFailure(reading, true) };
      const read = await reader.read(content, step.limits);
      return { reading: afterReading(reading, step.limits, read, textRecognizer !== undefined) };
    }
    if (!textRecognizer) return { reading: { ...reading, unrecognized: [], steps: reading.steps + 1 } };
    return { reading: afterRecognition(reading, await textRecognizer.recognize(content, step.page, step.limits)) };
  } catch (error) {
    if (isRefusal(error)) return { busySeconds: error.retryAfterSeconds ?? BUSY_SECONDS };
    // A store that does not answer, or a reader that breaks its promise: the job is tried again as any other.
    if (failure.error !== undefined || step.kind === "read") throw error;
    return { reading: afterFailure(reading) };
  }
}

/** No fault of the content: too much is being read, or the store does not answer. */
const isRefusal = (error: unknown): error is DomainError =>
  error instanceof DomainError && (error.kind === "unavailable" || error.kind === "rate_limited");

interface Change {
  readonly reading: Reading;
  readonly next: Reading | null;
  readonly hasEnded: boolean;
  /** Whether the index is to have another text, and which one. */
  readonly isIndexed: boolean;
  readonly text: Entry["text"];
  /** Words of the text that are not added yet. */
  readonly words: readonly string[];
}

/** Nothing where the document has another content by now, or another one took the step. Answers whether there was something. */
async function stored<Stores extends SearchStores>(
  { documents, search, textReadings, jobs }: Stores,
  clock: Clock,
  changed: Changed,
  { reading, next, hasEnded, isIndexed, text, words }: Change,
): Promise<boolean> {
  const { documentId } = changed;
  const document = await documents.lock(documentId);
  const present = await textReadings.find(documentId);
  if (document?.blobKey !== reading.blobKey || present?.blobKey !== reading.blobKey) return false;
  if (present.steps !== reading.steps) return false;
  const of = { ...document, documentId };
  if (isIndexed) {
    const heading = headingOf(of);
    await search.put([{ ...heading, isRead: true, text }]);
    const headingWords = [heading.name, heading.description].flatMap(({ terms }) => terms.filter(isCorrection));
    await search.addWords([...headingWords, ...words]);
  }
  await documents.setTextStatus(next ? textStatusOf(next) : "none", [of]);
  if (!next || hasEnded) await textReadings.remove([documentId]);
  else {
    await textReadings.put(documentId, next);
    await enqueueStep(jobs, changed, next, clock, next.failures > 0 ? retrySeconds(next.failures) : 0);
  }
  return true;
}
