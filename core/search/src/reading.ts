import type { TextStatus } from "@cartulary/documents";
import { type BlobKey, utf8Length } from "@cartulary/kernel";
import type { ReadingLimits, TextReading } from "./text-reader.ts";

/** How much of a text is searched (composition.md 4). */
export const TEXT_BYTES_MAX = 1_048_576;
/** CPU time of the first reading of a content: a change can be found within ten seconds, and others wait, too. */
export const FIRST_CPU_MS = 5_000;
/** CPU time that a content may take after that (composition.md 4), in steps: after each, what was read is stored. */
export const READING_ON_CPU_MS = 600_000;
const STEP_CPU_MS = 60_000;
/** CPU time of the recognition of one page. */
export const PAGE_CPU_MS = 60_000;
/** Where there is no more room than this, a text is at its end. */
const ROOM_BYTES_LEAST = 64;
/** How often a step is tried that fails. */
export const TRIES_MAX = 3;

/** How far the reading of a content has come that is not at its end. */
export interface Reading {
  /** The content. */
  readonly blobKey: BlobKey;
  /** Whether what was read of it ends between two pages, so that reading goes on there. */
  readonly hasPages: boolean;
  /** What was read so far. */
  readonly text: string;
  /** The page at which reading goes on; `null` when there is no more to read. */
  readonly nextPage: number | null;
  /** Pages whose text is to be recognised; `null` stands for a picture. */
  readonly unrecognized: readonly (number | null)[];
  /** Whether some of it could not be read. */
  readonly hasGaps: boolean;
  /** Whether the first reading was cut off, so that the others follow without hurry. */
  readonly isReadOn: boolean;
  /** CPU time that reading on has had so far. */
  readonly cpuMilliseconds: number;
  /** Failures of the next step, one after the other. */
  readonly failures: number;
  /** Counts the steps that were stored, so that two jobs do not store the same step. */
  readonly steps: number;
}

/** What is to be done next for a content. */
export type Step =
  | { readonly kind: "read"; readonly limits: ReadingLimits }
  | { readonly kind: "recognize"; readonly page: number | null; readonly limits: { readonly cpuMilliseconds: number } };

/** A content that a reader reads, or, where there is nothing to read but pictures, a recogniser. */
export function newReading(blobKey: BlobKey, kind: "pdf" | "file" | "picture"): Reading {
  return {
    ...{ blobKey, hasPages: kind === "pdf", text: "" },
    ...(kind === "picture" ? { nextPage: null, unrecognized: [null] } : { nextPage: 0, unrecognized: [] }),
    ...{ hasGaps: false, isReadOn: false, cpuMilliseconds: 0, failures: 0, steps: 0 },
  };
}

/** `null` at the end. */
export function nextStep(reading: Reading): Step | null {
  const { text, hasPages, nextPage: fromPage, unrecognized, isReadOn } = reading;
  const bytesMax = TEXT_BYTES_MAX - utf8Length(text);
  if (bytesMax < ROOM_BYTES_LEAST) return null;
  if (fromPage !== null) {
    if (!isReadOn) return { kind: "read", limits: { bytesMax, cpuMilliseconds: FIRST_CPU_MS, fromPage } };
    const left = READING_ON_CPU_MS - reading.cpuMilliseconds;
    // What has no pages is read from its beginning: in pieces, nothing would come of it.
    const cpuMilliseconds = hasPages ? Math.min(STEP_CPU_MS, left) : left;
    const beginning = hasPages ? { bytesMax, fromPage } : { bytesMax: TEXT_BYTES_MAX, fromPage: 0 };
    return { kind: "read", limits: { ...beginning, cpuMilliseconds, isUnhurried: true } };
  }
  const [page] = unrecognized;
  return page === undefined ? null : { kind: "recognize", page, limits: { cpuMilliseconds: PAGE_CPU_MS } };
}

/** What search has of the content. */
export function textStatusOf(reading: Reading): TextStatus {
  const isBlank = reading.text.trim() === "";
  if (nextStep(reading) === null) return reading.hasGaps ? (isBlank ? "failed" : "partial") : "read";
  return reading.nextPage === null || isBlank ? "pending" : "partial";
}

/** What has come of a content by a step of reading; `null` where it is of no kind that has a text. */
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
  const next = { ...moved(reading), text, unrecognized };
  if (read.status === "read") return { ...next, nextPage: null };
  if (!reading.isReadOn) return { ...next, nextPage: pageAfter(reading, limits, read.nextPage), isReadOn: true };
  const cpuMilliseconds = reading.cpuMilliseconds + limits.cpuMilliseconds;
  const isStuck = read.nextPage <= limits.fromPage;
  if (cpuMilliseconds >= READING_ON_CPU_MS || !reading.hasPages)
    return ended({ ...next, cpuMilliseconds, hasGaps: true });
  // A page that takes a whole step is left out, so that those behind it are read.
  const nextPage = isStuck ? limits.fromPage + 1 : read.nextPage;
  return { ...next, nextPage, cpuMilliseconds, hasGaps: next.hasGaps || isStuck };
}

const pageAfter = ({ hasPages }: Reading, { fromPage }: ReadingLimits, nextPage: number) =>
  hasPages ? Math.max(nextPage, fromPage) : 0;

/** The same by the recognition of one page. */
export function afterRecognition(reading: Reading, recognized: string): Reading {
  const text =
    recognized.trim() === "" ? reading.text : `${reading.text}\n${within(storable(recognized), reading.text)}`;
  return { ...moved(reading), text, unrecognized: reading.unrecognized.slice(1) };
}

/** The same by a step that failed: it is tried again, and after {@link TRIES_MAX} tries left out. */
export function afterFailure(reading: Reading, isFinal = false): Reading {
  const failures = reading.failures + 1;
  if (!isFinal && failures < TRIES_MAX) return { ...reading, failures, steps: reading.steps + 1 };
  const next = { ...moved(reading), hasGaps: true };
  return reading.nextPage === null
    ? { ...next, unrecognized: reading.unrecognized.slice(1) }
    : { ...next, nextPage: null };
}

const ended = (reading: Reading): Reading => ({ ...reading, nextPage: null });

const moved = (reading: Reading): Reading => ({ ...reading, failures: 0, steps: reading.steps + 1 });

const longer = (text: string, other: string) => (text.length >= other.length ? storable(text) : other);

/** What a database can hold: neither halves of characters nor U+0000. */
const storable = (text: string) => text.toWellFormed().replaceAll("\0", " ");

/** As much of a text as there is room for behind another; a character has no more than four bytes. */
function within(text: string, before: string): string {
  const room = TEXT_BYTES_MAX - utf8Length(before) - 1;
  return utf8Length(text) <= room ? text : text.slice(0, Math.max(0, Math.floor(room / 4))).toWellFormed();
}
