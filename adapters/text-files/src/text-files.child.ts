import { constants, setPriority } from "node:os";
import { serveJobs } from "@cartulary/containment/child";
import type { CalledKind } from "./kind.ts";
import { fileTexts } from "./readers/file-texts.ts";
import { Unreadable } from "./readers/unreadable.ts";
import { receivedFile } from "./received-file.ts";

/** A request to a child. */
export interface ReadingInput {
  /** Size of the file in bytes. */
  readonly byteSize: number;
  /** Maximum text in bytes of UTF-8. */
  readonly bytesMax: number;
  readonly called: CalledKind;
  /** True for work at the lowest CPU priority. */
  readonly isUnhurried: boolean;
}

/** `damaged`: the file has more or other text than was written. `locked`: it requires a password. */
export type ReadingOutcome = "none" | "read" | "damaged" | "locked";

/** Text is sent in pieces of this length; pieces not yet sent are lost if the child is killed. */
const PIECE_LENGTH = 8_192;

serveJobs<ReadingInput, ReadingOutcome>(async (input, { sources: [source], write }) => {
  if (input.isUnhurried) setPriority(constants.priority.PRIORITY_LOW);
  const file = source ? await receivedFile(source, input) : null;
  if (!file) return "none";
  const out = createWriter(input.bytesMax, write);
  try {
    for await (const text of fileTexts(file)) if (!(await out.add(text))) return "read";
    return (await out.flush()) && file.isCut ? "damaged" : "read";
  } catch (error) {
    await out.flush();
    // Libraries throw many kinds of errors for damaged files.
    return error instanceof Unreadable ? error.outcome : "damaged";
  }
});

/** Sends text in pieces up to `bytesMax`. Each call resolves to true while more is accepted. */
function createWriter(bytesMax: number, write: (bytes: Uint8Array) => Promise<void>) {
  const encoder = new TextEncoder();
  let waiting = "";
  let room = bytesMax;

  async function flush(): Promise<boolean> {
    const bytes = new Uint8Array(Math.min(room, 3 * waiting.length));
    // Replaces lone surrogates, and omits a last character that does not fit.
    const { read, written } = encoder.encodeInto(waiting.toWellFormed(), bytes);
    if (written > 0) await write(bytes.subarray(0, written));
    room = read < waiting.length ? 0 : room - written;
    waiting = "";
    return room > 0;
  }

  return {
    flush,
    async add(text: string): Promise<boolean> {
      for (let at = 0; at < text.length; at += PIECE_LENGTH) {
        waiting += text.slice(at, at + PIECE_LENGTH);
        if (waiting.length >= PIECE_LENGTH && !(await flushWhole())) return false;
      }
      return true;
    },
  };

  /** Flushes, but keeps a leading surrogate at the end for the next piece. */
  async function flushWhole(): Promise<boolean> {
    const isHalf = /[\ud800-\udbff]$/.test(waiting);
    const half = isHalf ? waiting.slice(-1) : "";
    if (isHalf) waiting = waiting.slice(0, -1);
    const isMoreWanted = await flush();
    waiting = half;
    return isMoreWanted;
  }
}
