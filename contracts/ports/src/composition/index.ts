export type { CompositionHarness } from "./composition-harness.ts";
export { compositionStoresContract } from "./composition-stores-contract.ts";
export { renamedFont } from "./renamed-font.ts";
export { DUDS, MEMORY_BOMBS, MORE_BOMBS, TIME_BOMBS, typesetterBombs } from "./typesetter-bombs.ts";
export {
  compositionRequest,
  LEAKS,
  type TypesetterHarness,
  typesetRequest,
  typesetterContract,
} from "./typesetter-contract.ts";
