export type { EngineDiagnostic } from "./diagnostics.ts";
export { createEngine, type Engine, type EngineResult } from "./engine.ts";
export type { EngineFile, EngineRequest } from "./request.ts";
