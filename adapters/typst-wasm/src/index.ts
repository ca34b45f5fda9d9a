export { createWasmTypesetter, type WasmTypesetterOptions } from "./typesetter.ts";
