import { Console } from "node:console";
import { writeSync } from "node:fs";
import { frameOf } from "../frames.ts";
import type { FromChild } from "../protocol.ts";

const STANDARD_OUTPUT = 1;
/** A pipe that is full is tried again after so long. */
const RETRY_MS = 1;

/**
 * Makes standard output the way to the pool, and answers how to tell it something: what libraries would write there goes
 * to standard error. Each message is written at once and whole, whatever the process does next.
 */
export function ownStandardOutput(): (message: FromChild) => void {
  const { stderr } = process;
  Object.defineProperty(process, "stdout", { value: stderr });
  globalThis.console = new Console(stderr);
  return (message) => {
    for (const part of frameOf(message)) writeWhole(part);
  };
}

function writeWhole(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.byteLength; ) {
    try {
      at += writeSync(STANDARD_OUTPUT, bytes, at, bytes.byteLength - at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}
