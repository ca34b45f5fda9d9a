export { type CompositionHarness, compositionStoresContract } from "./composition-stores-contract.ts";
export { DUDS, MEMORY_BOMBS, MORE_BOMBS, TIME_BOMBS, typesetterBombs } from "./typesetter-bombs.ts";
export { type TypesetterHarness, typesetRequest, typesetterContract } from "./typesetter-contract.ts";
