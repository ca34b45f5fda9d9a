import type { FecFinding } from "./finding.ts";

/**
 * The columns that article A47 A-1 VIII asks for after the 18, of those who keep their books by what was paid: the first
 * three of agricultural profits (BA), all four of other professions than trade (BNC).
 */
export const FEC_REGIME_COLUMNS = ["DateRglt", "ModeRglt", "NatOp", "IdClient"] as const;
export type FecRegimeColumn = (typeof FEC_REGIME_COLUMNS)[number];

/** Which regime a file looks like that has these of its columns. This checker knows the rules of BIC/IS alone. */
export function regimeFinding(columns: readonly FecRegimeColumn[]): FecFinding {
  const [names, verb] = [columns.join(", "), columns.length === 1 ? "is" : "are"];
  const message = `${names} ${verb} of article A47 A-1 VIII: the file looks like one of ${regimeOf(columns)}, and is judged as one of BIC/IS`;
  return { line: 1, rule: "warning", message };
}

function regimeOf(columns: readonly FecRegimeColumn[]): string {
  if (columns.includes("IdClient")) return "BNC (22 columns)";
  if (columns.length === 3) return "BA (21 columns)";
  return "BNC or BA";
}
