import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Reads the browser bundle of the API reference: Scalar's, as published, with its licence. A test compares it with the
 * pinned version (docs/decisions/0131). The extension `.txt` hides it from tools that parse sources.
 */
export async function readReferenceScript(): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(join(import.meta.dirname, "../../reference/scalar.js.txt")));
}
