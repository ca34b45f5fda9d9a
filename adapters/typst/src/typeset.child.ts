import { delimiter } from "node:path";
import type { TypesetPicture, TypesetSources } from "@cartulary/composition";
import { type Sources, sourcesOf } from "@cartulary/composition/source";
import { serveJobs } from "@cartulary/containment/child";
import { type Instant, millisecondsOf } from "@cartulary/kernel";
import { compositionIn } from "./composition-pieces.ts";
import { createEngine, type EngineResult } from "./engine/index.ts";

/** A request to a child: sources, or `null` if its first byte source is a composition. */
export interface ChildRequest {
  readonly createdAt: Instant;
  readonly sources: TypesetSources | null;
  /** Paths of the pictures, which are the next byte sources. */
  readonly picturePaths: readonly string[];
}

/** The result of a request. */
export type ChildResult = EngineResult | Exclude<Sources, { readonly outcome: "ready" }>;

const { TYPST_FONT_PATHS = "" } = process.env;

/** Created before the first job, so that finding fonts does not count towards its time. */
const engine = createEngine({ fontPaths: TYPST_FONT_PATHS.split(delimiter).filter((path) => path !== "") });

serveJobs<ChildRequest, ChildResult>(async ({ createdAt, sources, picturePaths }, { sources: [pieces, ...rest] }) => {
  if (sources) return typeset(sources, createdAt);
  if (!pieces) throw new TypeError("There is nothing to typeset");
  const assembled = await sourcesOf(await compositionIn(pieces));
  const pictures: TypesetPicture[] = [];
  for (const [index, path] of picturePaths.entries()) pictures.push({ path, bytes: await bytesOf(rest[index]) });
  if (assembled.outcome !== "ready") return assembled;
  const { locate } = assembled;
  const result = typeset(assembled, createdAt, pictures);
  if (result.outcome === "failed") return { ...result, diagnostics: result.diagnostics.map(locate) };
  if (result.outcome === "typeset") return { ...result, warnings: result.warnings.map(locate) };
  return result;
});

async function bytesOf(chunks: AsyncIterable<Uint8Array> | undefined): Promise<Uint8Array> {
  if (!chunks) throw new TypeError("A picture has no bytes");
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read);
}

function typeset(
  { main, files }: TypesetSources,
  createdAt: Instant,
  pictures: readonly TypesetPicture[] = [],
): EngineResult {
  return engine.typeset({
    main,
    files: [
      ...files.map(({ path, source }) => ({ path, content: source })),
      ...pictures.map(({ path, bytes }) => ({ path, content: bytes })),
    ],
    createdAtSeconds: Math.floor(millisecondsOf(createdAt) / 1000),
    archival: true,
  });
}
