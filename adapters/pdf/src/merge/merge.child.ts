import { serveJobs } from "@cartulary/containment/child";
import { createPdfBuilder, type MergedSource, type SourceProblem } from "./pdf-builder.ts";

/** The result of a child: the merged sources, or the problem of the first bad one. */
export type MergeOutput =
  | { readonly merged: readonly MergedSource[] }
  | { readonly problem: SourceProblem; readonly index: number };

serveJobs<null, MergeOutput>(async (_, { sources, write }) => {
  const merging = createPdfBuilder();
  const merged: MergedSource[] = [];
  for (const [index, source] of sources.entries()) {
    const result = merging.add(await bytesOf(source));
    if (typeof result === "string") return { problem: result, index };
    merged.push(result);
  }
  await merging.write(write);
  return { merged };
});

async function bytesOf(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}
