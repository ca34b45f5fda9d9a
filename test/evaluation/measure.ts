import type { Judgement } from "./judgement.ts";

/** The answer of the search to one query. */
export interface Answer {
  /** Keys of the texts that were found, best first. */
  readonly found: readonly string[];
  /** How the search understood the query, where it says that it corrected it. */
  readonly corrected: string | null;
}

/** One query measured. Recall and precision are between 0 and 1. */
export interface Score {
  readonly query: string;
  readonly recall: number;
  readonly precision: number;
  readonly missing: readonly string[];
  readonly wrong: readonly string[];
  /** Faults other than missing or wrong texts: the order, or the correction. */
  readonly faults: readonly string[];
}

/** Compares the results with the judgement. Without results the precision is 1. */
export function scoreOf(judgement: Judgement, { found, corrected }: Answer): Score {
  const { query, right, either = [] } = judgement;
  const missing = right.filter((key) => !found.includes(key));
  const wrong = found.filter((key) => !right.includes(key) && !either.includes(key));
  const hits = right.length - missing.length;
  return {
    query,
    recall: right.length === 0 ? 1 : hits / right.length,
    precision: wrong.length === 0 ? 1 : hits / (hits + wrong.length),
    missing,
    wrong,
    faults: [...orderFaults(judgement, found), ...correctionFaults(judgement, corrected)],
  };
}

/** The mean over all queries: a query with one answer weighs as much as a query with ten. */
export function macroAverage(scores: readonly Score[]): { readonly recall: number; readonly precision: number } {
  const mean = (part: "recall" | "precision") => scores.reduce((sum, score) => sum + score[part], 0) / scores.length;
  return { recall: mean("recall"), precision: mean("precision") };
}

function orderFaults({ first = [], either = [] }: Judgement, found: readonly string[]): readonly string[] {
  const begins = found.filter((key) => !either.includes(key)).slice(0, first.length);
  return begins.join() === first.join() ? [] : [`begins with ${begins.join(" ") || "nothing"}, not ${first.join(" ")}`];
}

function correctionFaults({ corrected: expected }: Judgement, corrected: string | null): readonly string[] {
  if (expected === undefined) return corrected === null ? [] : [`is corrected to ${corrected}, and must not be`];
  if (corrected !== null && folded(corrected) === folded(expected)) return [];
  return [`is understood as ${corrected ?? "written"}, not as ${expected}`];
}

const folded = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
