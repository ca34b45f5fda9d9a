import { constants, setPriority } from "node:os";
import { serveJobs } from "@cartulary/containment/child";
import { fileTexts } from "./readers/file-texts.ts";
import { Unreadable } from "./readers/unreadable.ts";
import { receivedFile } from "./received-file.ts";

/** What is to be read. */
export interface ReadingInput {
  /** How large the file is. */
  readonly byteSize: number;
  /** How much text is wanted, in bytes of UTF-8. */
  readonly bytesMax: number;
  /** Whether its sender called it HTML, which decides for a text that could be anything. */
  readonly isCalledHtml: boolean;
  /** Set where whatever else runs on this machine goes first. */
  readonly isUnhurried: boolean;
}

/** `damaged`: there is more, or other, text in the file than was written. `locked`: it asks for a password. */
export type ReadingOutcome = "none" | "read" | "damaged" | "locked";

/** So much text goes to the pool at once: what was not sent is lost when the child is ended. */
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
    // Libraries throw errors of many kinds at a damaged file.
    return error instanceof Unreadable ? error.outcome : "damaged";
  }
});

/** Sends a text in pieces, as much of it as is wanted. Each answer is whether more is wanted. */
function createWriter(bytesMax: number, write: (bytes: Uint8Array) => Promise<void>) {
  const encoder = new TextEncoder();
  let waiting = "";
  let room = bytesMax;

  async function flush(): Promise<boolean> {
    const bytes = new Uint8Array(Math.min(room, 3 * waiting.length));
    // Halves of characters are no text; a whole one that does not fit is left out.
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

  /** Leaves the first half of a character for the next piece. */
  async function flushWhole(): Promise<boolean> {
    const isHalf = /[\ud800-\udbff]$/.test(waiting);
    const half = isHalf ? waiting.slice(-1) : "";
    if (isHalf) waiting = waiting.slice(0, -1);
    const isMoreWanted = await flush();
    waiting = half;
    return isMoreWanted;
  }
}
