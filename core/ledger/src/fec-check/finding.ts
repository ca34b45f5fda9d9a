/** What may be wrong with an accounting file. A `warning` leaves it conform. */
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

/** One thing that is wrong with a file. */
export interface FecFinding {
  /** From 1, which is the header. */
  readonly line: number;
  readonly rule: FecRule;
  /** A sentence for whoever has to mend the file. */
  readonly message: string;
}

/** A place where findings of one kind are kept until the whole file was seen: the first so many, and how many more. */
export interface FindingTally {
  /** What is made of it is made only while findings are kept. */
  add(finding: FecFinding | (() => FecFinding)): void;
  readonly count: number;
  /** Those that were kept, and one that tells how many were not. */
  findings(): readonly FecFinding[];
}

/** Findings of one kind that are told one by one. */
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
