import { delimiter } from "node:path";
import { serveJobs } from "@cartulary/containment/child";
import { createEngine, type EngineRequest, type EngineResult } from "./engine/index.ts";

const { TYPST_FONT_PATHS = "" } = process.env;

/** Made before the first job, whose time does not count what the machine's fonts take to be found. */
const engine = createEngine({ fontPaths: TYPST_FONT_PATHS.split(delimiter).filter((path) => path !== "") });

serveJobs<EngineRequest, EngineResult>((request) => engine.typeset(request));
