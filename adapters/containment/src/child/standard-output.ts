import { Console } from "node:console";
import { writeSync } from "node:fs";
import { frameOf } from "../frames.ts";
import type { FromChild } from "../protocol.ts";

const STANDARD_OUTPUT = 1;
/** Delay before a write to a full pipe is repeated. */
const RETRY_MS = 1;

/**
 * Reserves standard output for messages to the pool and redirects other output to standard error. Returns a function
 * that writes a message synchronously and completely.
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
