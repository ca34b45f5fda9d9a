import { serveJobs } from "@cartulary/containment/child";
import { type MergedSource, type SourceProblem, startMerging } from "./merging.ts";

/** What the child answers: what each source was, or what is wrong with the first bad one. */
export type MergeOutput =
  | { readonly merged: readonly MergedSource[] }
  | { readonly problem: SourceProblem; readonly index: number };

const PIECE_BYTES = 65_536;

serveJobs<null, MergeOutput>(async (_, { sources, write }) => {
  const merging = await startMerging();
  const merged: MergedSource[] = [];
  for (const [index, source] of sources.entries()) {
    const result = await merging.add(await bytesOf(source));
    if (typeof result === "string") return { problem: result, index };
    merged.push(result);
  }
  const bytes = await merging.bytes();
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) await write(bytes.subarray(at, at + PIECE_BYTES));
  return { merged };
});

async function bytesOf(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}
