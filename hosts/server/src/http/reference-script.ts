import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The browser bundle of the API reference: Scalar's, as it is published, with its licence beside it. A test holds it against the
 * version that is pinned (docs/decisions/0010). Named `.txt`, it is parsed by no tool that looks for our own code.
 */
export async function readReferenceScript(): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(join(import.meta.dirname, "../../reference/scalar.js.txt")));
}
