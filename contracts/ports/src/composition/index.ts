export type { CompositionHarness } from "./composition-harness.ts";
export { compositionStoresContract } from "./composition-stores-contract.ts";
export { renamedFont } from "./renamed-font.ts";
export {
  compositionRequest,
  LEAKS,
  type TypesetterHarness,
  typesetRequest,
  typesetterContract,
} from "./typesetter-contract.ts";
export {
  HARMLESS_SOURCES,
  MEMORY_ATTACKS,
  MORE_ATTACKS,
  TIME_ATTACKS,
  typesetterResourceAttacks,
} from "./typesetter-resource-attacks.ts";
