export type { EngineDiagnostic } from "./diagnostics.ts";
export { createEngine, type Engine, type EngineFile, type EngineRequest, type EngineResult } from "./engine.ts";
