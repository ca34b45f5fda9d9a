import { buffer } from "node:stream/consumers";
import { fromBufferPromise } from "yauzl";

/** Returns the files of a ZIP by path, in its order. */
export async function zipFiles(bytes: Uint8Array): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await fromBufferPromise(Buffer.from(bytes));
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

/** Returns the records of a file of JSON lines. */
// biome-ignore lint/suspicious/noExplicitAny: its fields are looked at one by one.
export const jsonLines = (text: Uint8Array | undefined): any[] =>
  String(text ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
