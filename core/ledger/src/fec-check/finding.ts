/** Rules of the check. A `warning` does not make the file invalid. */
export const FEC_RULES = [
  "header",
  "separator",
  "fields",
  "required",
  "date",
  "year",
  "amount",
  "side",
  "account",
  "auxiliary",
  "balance",
  "sequence",
  "order",
  "lettering",
  "control_character",
  "warning",
] as const;
export type FecRule = (typeof FEC_RULES)[number];

export interface FecFinding {
  /** From 1, which is the header. */
  readonly line: number;
  readonly rule: FecRule;
  /** A sentence for the author of the file. */
  readonly message: string;
}

/** Collects findings of one kind: the first ones, and the number of others. */
export interface FindingTally {
  /** Takes a function to build the finding only if it is stored. */
  add(finding: FecFinding | (() => FecFinding)): void;
  readonly count: number;
  /** The stored findings, and one with the number of others. */
  findings(): readonly FecFinding[];
}

/** Findings of one kind that are reported individually. */
const TALLIED_MAX = 1000;

export function findingTally(): FindingTally {
  const stored: FecFinding[] = [];
  let count = 0;
  return {
    add(finding) {
      count += 1;
      if (stored.length < TALLIED_MAX) stored.push(typeof finding === "function" ? finding() : finding);
    },
    get count() {
      return count;
    },
    findings() {
      const last = stored.at(-1);
      if (!last || count === stored.length) return stored;
      return [...stored, { ...last, message: `${count - stored.length} more of the same kind follow` }];
    },
  };
}
