import type { PlacedMutation } from "./packages.ts";

/** A mutation that no test can notice, or that none should, and why. */
interface Survivor {
  readonly file: string;
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}

const FEC_CHECK = "core/ledger/src/fec-check";

const SURVIVORS: readonly Survivor[] = [
  {
    file: `${FEC_CHECK}/number-sequence.ts`,
    original: "numbered.number > last",
    replacement: "numbered.number >= last",
    reason: "A number equal to the last one is not new in the set, which alone makes it a finding.",
  },
  {
    file: `${FEC_CHECK}/number-sequence.ts`,
    original: "from < one",
    replacement: "from <= one",
    reason: "Of two equal numbers either is the least.",
  },
  {
    file: `${FEC_CHECK}/number-set.ts`,
    original: "waiting.size > Math.max(WAITING_MAX, spans.length)",
    replacement: "waiting.size >= Math.max(WAITING_MAX, spans.length)",
    reason: "Merges one number earlier: the set is the same, and so is the order of its cost.",
  },
  {
    file: `${FEC_CHECK}/number-set.ts`,
    original: "one.from < other.from",
    replacement: "one.from <= other.from",
    reason: "No two spans begin with the same number.",
  },
  {
    file: `${FEC_CHECK}/number-set.ts`,
    original: "!last || last.from <= number",
    replacement: "false",
    reason: "The search finds the same place, in more steps.",
  },
  {
    file: `${FEC_CHECK}/number-set.ts`,
    original: "last.from <= number",
    replacement: "last.from < number",
    reason: "The search finds the same place, in more steps.",
  },
];

/** True if the list has a reason for a mutation that survives. */
export function isExplained({ file, original, replacement }: PlacedMutation): boolean {
  return SURVIVORS.some((each) => each.file === file && each.original === original && each.replacement === replacement);
}
