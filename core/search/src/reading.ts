import type { TextStatus } from "@cartulary/documents";
import { type BlobKey, utf8Length } from "@cartulary/kernel";
import type { ReadingLimits, TextReading } from "./text-reader.ts";

/** Maximum bytes of text that are searched (composition.md 4). */
export const TEXT_BYTES_MAX = 1_048_576;
/**
 * CPU time of the first reading: short, because a change should be found within ten seconds and other documents wait.
 */
export const FIRST_CPU_MS = 5_000;
/** CPU time for the rest of a content (composition.md 4), in steps whose text is stored. */
export const READING_ON_CPU_MS = 600_000;
const STEP_CPU_MS = 60_000;
/** CPU time of the recognition of one page. */
export const PAGE_CPU_MS = 60_000;
/** A text with less remaining room is complete. */
const ROOM_BYTES_LEAST = 64;
/** Attempts per step. */
export const TRIES_MAX = 3;

/** The progress of an unfinished reading. */
export interface Reading {
  readonly blobKey: BlobKey;
  /** True when reading can continue at a page. */
  readonly hasPages: boolean;
  readonly text: string;
  /** The next page to read; `null` when reading is complete. */
  readonly nextPage: number | null;
  /** Pages to recognise; `null` is a picture. */
  readonly unrecognized: readonly (number | null)[];
  /** True when some text could not be read. */
  readonly hasGaps: boolean;
  /** True when the first reading was cut off, so that the others are not urgent. */
  readonly isReadOn: boolean;
  /** CPU time used since the first reading. */
  readonly cpuMilliseconds: number;
  /** Consecutive failures of the next step. */
  readonly failures: number;
  /** Number of stored steps; prevents storing one step twice. */
  readonly steps: number;
}

/** The next step of a reading. */
export type Step =
  | { readonly kind: "read"; readonly limits: ReadingLimits }
  | { readonly kind: "recognize"; readonly page: number | null; readonly limits: { readonly cpuMilliseconds: number } };

/** Starts a reading; pictures only need recognition. */
export function newReading(blobKey: BlobKey, kind: "pdf" | "file" | "picture"): Reading {
  return {
    ...{ blobKey, hasPages: kind === "pdf", text: "" },
    ...(kind === "picture" ? { nextPage: null, unrecognized: [null] } : { nextPage: 0, unrecognized: [] }),
    ...{ hasGaps: false, isReadOn: false, cpuMilliseconds: 0, failures: 0, steps: 0 },
  };
}

/** Returns the next step; `null` at the end. */
export function nextStep(reading: Reading): Step | null {
  const { text, hasPages, nextPage: fromPage, unrecognized, isReadOn } = reading;
  const bytesMax = TEXT_BYTES_MAX - utf8Length(text);
  if (bytesMax < ROOM_BYTES_LEAST) return null;
  if (fromPage !== null) {
    if (!isReadOn) return { kind: "read", limits: { bytesMax, cpuMilliseconds: FIRST_CPU_MS, fromPage } };
    const remaining = READING_ON_CPU_MS - reading.cpuMilliseconds;
    // Without pages, reading restarts at the beginning, so it gets all remaining CPU time.
    const cpuMilliseconds = hasPages ? Math.min(STEP_CPU_MS, remaining) : remaining;
    const beginning = hasPages ? { bytesMax, fromPage } : { bytesMax: TEXT_BYTES_MAX, fromPage: 0 };
    return { kind: "read", limits: { ...beginning, cpuMilliseconds, isUnhurried: true } };
  }
  const [page] = unrecognized;
  return page === undefined ? null : { kind: "recognize", page, limits: { cpuMilliseconds: PAGE_CPU_MS } };
}

/** Returns the text status of a reading. */
export function textStatusOf(reading: Reading): TextStatus {
  const isBlank = reading.text.trim() === "";
  if (nextStep(reading) === null) return reading.hasGaps ? (isBlank ? "failed" : "partial") : "read";
  return reading.nextPage === null || isBlank ? "pending" : "partial";
}

/** Returns the reading after a step; `null` for a content without text. */
export function afterReading(
  reading: Reading,
  limits: ReadingLimits,
  read: TextReading,
  recognizes: boolean,
): Reading | null {
  if (read.status === "failed") return afterFailure(reading, read.isFinal);
  if (read.status === "none") return reading.text === "" ? null : ended({ ...reading, hasGaps: true });
  const text = limits.fromPage === 0 ? longer(read.text, reading.text) : reading.text + storable(read.text);
  const unrecognized = recognizes ? [...reading.unrecognized, ...read.pagesWithoutText] : [];
  const next = { ...nextReading(reading), text, unrecognized };
  if (read.status === "read") return { ...next, nextPage: null };
  if (!reading.isReadOn) return { ...next, nextPage: pageAfter(reading, limits, read.nextPage), isReadOn: true };
  const cpuMilliseconds = reading.cpuMilliseconds + limits.cpuMilliseconds;
  const isStuck = read.nextPage <= limits.fromPage;
  if (cpuMilliseconds >= READING_ON_CPU_MS || !reading.hasPages)
    return ended({ ...next, cpuMilliseconds, hasGaps: true });
  // Skips a page that takes a whole step, to read the pages after it.
  const nextPage = isStuck ? limits.fromPage + 1 : read.nextPage;
  return { ...next, nextPage, cpuMilliseconds, hasGaps: next.hasGaps || isStuck };
}

const pageAfter = ({ hasPages }: Reading, { fromPage }: ReadingLimits, nextPage: number) =>
  hasPages ? Math.max(nextPage, fromPage) : 0;

/** Returns the reading after the recognition of one page. */
export function afterRecognition(reading: Reading, recognized: string): Reading {
  const text =
    recognized.trim() === "" ? reading.text : `${reading.text}\n${within(storable(recognized), reading.text)}`;
  return { ...nextReading(reading), text, unrecognized: reading.unrecognized.slice(1) };
}

/** Returns the reading after a failure: the step is retried, and skipped after {@link TRIES_MAX} attempts. */
export function afterFailure(reading: Reading, isFinal = false): Reading {
  const failures = reading.failures + 1;
  if (!isFinal && failures < TRIES_MAX) return { ...reading, failures, steps: reading.steps + 1 };
  const next = { ...nextReading(reading), hasGaps: true };
  return reading.nextPage === null
    ? { ...next, unrecognized: reading.unrecognized.slice(1) }
    : { ...next, nextPage: null };
}

const ended = (reading: Reading): Reading => ({ ...reading, nextPage: null });

const nextReading = (reading: Reading): Reading => ({ ...reading, failures: 0, steps: reading.steps + 1 });

const longer = (text: string, other: string) => (text.length >= other.length ? storable(text) : other);

/** Replaces what databases reject: lone surrogates and U+0000. */
const storable = (text: string) => text.toWellFormed().replaceAll("\0", " ");

/** Returns as much of a text as fits after another; a character has at most four bytes. */
function within(text: string, before: string): string {
  const room = TEXT_BYTES_MAX - utf8Length(before) - 1;
  return utf8Length(text) <= room ? text : text.slice(0, Math.max(0, Math.floor(room / 4))).toWellFormed();
}
