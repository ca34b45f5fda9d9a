export type { EngineDiagnostic } from "./diagnostics.ts";
export { createEngine, ENGINE_ADDONS, ENGINE_ENVIRONMENT, type Engine, type EngineResult } from "./engine.ts";
export type { EngineFile, EngineRequest } from "./request.ts";
