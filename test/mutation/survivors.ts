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
    file: "core/ledger/src/accounts/apportion.ts",
    original: "one.id < other.id",
    replacement: "one.id <= other.id",
    reason: "No two shares have the same id.",
  },
  {
    file: "core/ledger/src/accounts/money.ts",
    original: "Number.isSafeInteger(next)",
    replacement: "false",
    reason: "Saves work alone: the other way sums the same amounts.",
  },
  {
    file: "core/ledger/src/accounts/money.ts",
    original: "{\n      total = next;\n      continue;\n    }",
    replacement: "{}",
    reason: "Saves work alone: the other way sums the same amounts.",
  },
  {
    file: "core/ledger/src/accounts/money.ts",
    original: "beyond === 0n",
    replacement: "false",
    reason: "Saves work alone: the other way sums the same amounts.",
  },
  {
    file: "core/ledger/src/accounts/money.ts",
    original: "below < 0n",
    replacement: "below <= 0n",
    reason: "A denominator of zero was refused just before.",
  },
  {
    file: "core/ledger/src/accounts/money.ts",
    original: "numerator < 0n",
    replacement: "numerator <= 0n",
    reason: "Zero has no sign.",
  },
  {
    file: "core/ledger/src/accounts/money.ts",
    original: "number < 0n",
    replacement: "number <= 0n",
    reason: "Zero has no sign.",
  },
  {
    file: `${FEC_CHECK}/decode.ts`,
    original: "joined(pending, chunk.subarray(start)).slice(0, LINE_BYTES_MAX)",
    replacement: "joined(pending, chunk.subarray(start))",
    reason: "Limits memory alone: what is too long is cut again when the line ends.",
  },
  {
    file: `${FEC_CHECK}/decode.ts`,
    original: "one.length === 0",
    replacement: "false",
    reason: "Saves a copy of each line alone.",
  },
  {
    file: `${FEC_CHECK}/fiscal-year-rules.ts`,
    original: "EcritureDate > lastDate",
    replacement: "EcritureDate >= lastDate",
    reason: "Of two equal dates either is the last.",
  },
  {
    file: `${FEC_CHECK}/lettering-rules.ts`,
    original: "fields.DateLet > group.day",
    replacement: "fields.DateLet >= group.day",
    reason: "Of two equal dates either is the last.",
  },
  {
    file: `${FEC_CHECK}/lettering-rules.ts`,
    original: "group.balance += debit - credit",
    replacement: "group.balance -= debit - credit",
    reason: "The rule asks how far the balance is from zero, on either side.",
  },
  {
    file: `${FEC_CHECK}/validation-date-rules.ts`,
    original: "ValidDate > before",
    replacement: "ValidDate >= before",
    reason: "Of two equal dates either is the last.",
  },
  {
    file: `${FEC_CHECK}/row.ts`,
    original: "KNOWN_DAYS.has(text)",
    replacement: "false",
    reason: "Saves work alone: a known day is a day when it is read again.",
  },
  {
    file: `${FEC_CHECK}/row.ts`,
    original: "KNOWN_DAYS.size >= KNOWN_DAYS_MAX",
    replacement: "KNOWN_DAYS.size > KNOWN_DAYS_MAX",
    reason: "Keeps one day more: days that are forgotten are read again.",
  },
  {
    file: `${FEC_CHECK}/row.ts`,
    original: "KNOWN_DAYS.size >= KNOWN_DAYS_MAX",
    replacement: "KNOWN_DAYS.size < KNOWN_DAYS_MAX",
    reason: "Saves work alone: days that are forgotten are read again.",
  },
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
