import type { FecFinding } from "./finding.ts";

/**
 * Columns after the 18 that article A47 A-1 VIII requires of cash-basis books: the first three for agricultural profits
 * (BA), all four for non-commercial professions (BNC).
 */
export const FEC_REGIME_COLUMNS = ["DateRglt", "ModeRglt", "NatOp", "IdClient"] as const;
export type FecRegimeColumn = (typeof FEC_REGIME_COLUMNS)[number];

/** Warns that the file seems to be of another regime. This checker has the rules of BIC/IS only. */
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
