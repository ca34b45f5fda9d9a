import { delimiter } from "node:path";
import type { TypesetRequest } from "@cartulary/composition";
import { typstFiles } from "@cartulary/composition/source";
import { serveJobs } from "@cartulary/containment/child";
import { millisecondsOf } from "@cartulary/kernel";
import { createEngine, type EngineResult } from "./engine/index.ts";

/** What becomes of a request in a child. */
export type ChildResult = EngineResult | { readonly outcome: "incomplete"; readonly missingNames: readonly string[] };

const { TYPST_FONT_PATHS = "" } = process.env;

/** Made before the first job, whose time does not count what the machine's fonts take to be found. */
const engine = createEngine({ fontPaths: TYPST_FONT_PATHS.split(delimiter).filter((path) => path !== "") });

serveJobs<TypesetRequest, ChildResult>(async (request) => {
  const { files, missingNames } = await typstFiles(request);
  if (missingNames.length > 0) return { outcome: "incomplete", missingNames };
  return engine.typeset({
    main: request.main,
    files: files.map(({ path, source }) => ({ path, content: source })),
    createdAtSeconds: Math.floor(millisecondsOf(request.createdAt) / 1000),
    archival: true,
  });
});
