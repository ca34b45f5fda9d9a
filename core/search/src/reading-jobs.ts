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
import { type Changed, changedIn, indexJob } from "./tree-listener.ts";
import { isCorrection } from "./typing-errors.ts";

/** Queue of first readings. */
export const READ = "search/read";
/** Queue of readings that take minutes, and of text recognition. */
export const READ_ON = "search/read-on";

/** Delay of a step rejected by an overloaded pool without a Retry-After. */
const BUSY_SECONDS = 30;

/** A content whose text is missing or incomplete. */
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
 * Reads contents step by step, one job each. Each step is stored before the next one starts, so a crash loses one step
 * at most.
 */
export function readingJobs<Stores extends SearchStores>(
  dependencies: ReadingDependencies<Stores>,
): readonly JobDefinition[] {
  const handle: JobDefinition["handle"] = ({ payload }) => readStep(dependencies, changedIn(payload));
  return [
    { queue: READ, handle },
    // Steps take a minute or more, so they get only one of the host's job slots.
    { queue: READ_ON, handle, atOnceMax: 1 },
  ];
}

/** Enqueues the next step of a reading, delayed by `seconds`. */
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
  await jobs.enqueue({ ...indexJob(queue, changed), ...runAt });
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
  const next = await runStep(dependencies, document, reading, step);
  if ("busySeconds" in next) {
    const { busySeconds } = next;
    await transact.write(({ jobs }) => enqueueStep(jobs, changed, reading, clock, busySeconds));
    return;
  }
  const hasEnded = next.reading === null || nextStep(next.reading) === null;
  // Recognised pages are indexed together at the end.
  const isIndexed = hasEnded || (reading.nextPage !== null && next.reading?.text !== reading.text);
  const text = isIndexed && next.reading ? await indexedText(next.reading.text, pause) : null;
  const words = await addMostWords(transact, text === null ? [] : [text]);
  const change = { reading, next: next.reading, hasEnded, text, words, isIndexed };
  const isChanged = await transact.write((stores) => storeStep(stores, clock, changed, change));
  if (isChanged && change.hasEnded && next.reading) {
    const textStatus = textStatusOf(next.reading);
    if (textStatus === "partial" || textStatus === "failed") onUnreadText?.({ documentId, textStatus });
  }
}

/** The reading after a step, `null` when the content has no text; or the delay before another attempt. */
type StepEnd = { readonly reading: Reading | null } | { readonly busySeconds: number };

async function runStep(sources: TextSources, document: Indexable, reading: Reading, step: Step): Promise<StepEnd> {
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
    if (isTemporary(error)) return { busySeconds: error.retryAfterSeconds ?? BUSY_SECONDS };
    // Errors of the store or of the reader itself: the job is retried like any other.
    if (failure.error !== undefined || step.kind === "read") throw error;
    return { reading: afterFailure(reading) };
  }
}

/** True for errors unrelated to the content: a full pool, a failing store. */
const isTemporary = (error: unknown): error is DomainError =>
  error instanceof DomainError && (error.kind === "unavailable" || error.kind === "rate_limited");

interface Change {
  readonly reading: Reading;
  readonly next: Reading | null;
  readonly hasEnded: boolean;
  /** True when the index gets a new text, `text`. */
  readonly isIndexed: boolean;
  readonly text: Entry["text"];
  /** Words of the text that are not added yet. */
  readonly words: readonly string[];
}

/** Stores a step. Returns false and changes nothing when the content has changed or another job stored the step. */
async function storeStep<Stores extends SearchStores>(
  { documents, search, textReadings, jobs }: Stores,
  clock: Clock,
  changed: Changed,
  { reading, next, hasEnded, isIndexed, text, words }: Change,
): Promise<boolean> {
  const { documentId } = changed;
  const document = await documents.lock(documentId);
  const current = await textReadings.find(documentId);
  if (document?.blobKey !== reading.blobKey || current?.blobKey !== reading.blobKey) return false;
  if (current.steps !== reading.steps) return false;
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
