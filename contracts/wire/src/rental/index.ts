import { accountingOperations } from "./accounting.ts";
import { accountingEntryOperations } from "./accounting-entries.ts";
import { fecExportOperations } from "./fec-exports.ts";
import { mandataireOperations } from "./mandataires.ts";
import { mandataireMemberOperations } from "./members.ts";

export * from "./accounting.ts";
export * from "./accounting-entries.ts";
export * from "./fec-exports.ts";
export * from "./mandataires.ts";
export * from "./members.ts";

/** Operations of the rental product. */
export const rentalOperations = {
  ...mandataireOperations,
  ...mandataireMemberOperations,
  ...accountingEntryOperations,
  ...accountingOperations,
  ...fecExportOperations,
};
