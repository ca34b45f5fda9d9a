import { type FecFinding, type FindingTally, findingTally } from "./fec-finding.ts";
import { type FecRow, isCompactDay, shown } from "./fec-row.ts";

/** Watches the numbers of entries go by, told the first line of each. */
export interface NumberWatch {
  see(row: FecRow): readonly FecFinding[];
  end(): readonly FecFinding[];
}

/** How far the numbers of one journal, or of the whole file, have come. */
interface Run {
  last: number | null;
  /** Numbers of opening entries, which stand first whatever their number (fec.md 1.4), and their rows. */
  readonly openings: Map<number, FecRow>;
  validDate: string;
  readonly numbers: NumberSet;
  readonly gaps: FindingTally;
}

const emptyRun = (): Run => ({
  last: null,
  openings: new Map(),
  validDate: "",
  numbers: numberSet(),
  gaps: findingTally(),
});

/**
 * Numbers rise within a journal, and run without a gap there or through the whole file: which of the two is known at the
 * end, where the reading with fewer gaps is told. They need not begin at 1.
 */
export function watchNumbers(): NumberWatch {
  const journals = new Map<string, Run>();
  const file = emptyRun();
  let atHead = true;

  return {
    see(row) {
      const { JournalCode, EcritureNum } = row.fields;
      const number = numberOf(EcritureNum);
      if (number === null)
        return [{ line: row.line, rule: "sequence", message: `EcritureNum ${shown(EcritureNum)} ends in no number` }];
      const run = journals.get(JournalCode) ?? emptyRun();
      journals.set(JournalCode, run);
      for (const each of [run, file]) each.numbers.add(number);
      atHead &&= isOpening(row);
      if (atHead) {
        for (const each of [run, file]) each.openings.set(number, row);
        return [];
      }
      const findings = orderFindings(row, number, run);
      const skipped = follow(run, number);
      if (skipped !== null) run.gaps.add(gap(row, skipped));
      const before = file.last;
      const fileSkipped = follow(file, number);
      if (fileSkipped !== null) file.gaps.add(gap(row, fileSkipped));
      else if (before !== null && number <= before) file.gaps.add(gap(row, before));
      return findings;
    },
    end() {
      for (const run of [...journals.values(), file]) for (const finding of openingGaps(run)) run.gaps.add(finding);
      const holed = [...journals.values()].filter(isHoled);
      if (holed.length === 0 || !isHoled(file)) return [];
      const journalGaps = holed.reduce((sum, { gaps }) => sum + gaps.count, 0);
      return file.gaps.count < journalGaps ? file.gaps.findings() : holed.flatMap(({ gaps }) => gaps.findings());
    },
  };
}

/** A number that comes late left a gap only until it came: that it did is a matter of order. */
const isHoled = ({ gaps, numbers }: Run): boolean => gaps.count > 0 && !numbers.isConsecutive();

function orderFindings({ line, fields }: FecRow, number: number, run: Run): readonly FecFinding[] {
  const findings: FecFinding[] = [];
  const journal = `journal ${shown(fields.JournalCode)}`;
  if (run.last !== null && number <= run.last) {
    const message = `entry ${shown(fields.EcritureNum)} comes after number ${run.last} of ${journal}: a number is used once, its lines stand together, and numbers rise`;
    findings.push({ line, rule: "order", message });
  } else if (isCompactDay(fields.ValidDate)) {
    const message = `ValidDate ${fields.ValidDate} is before ${run.validDate}, that of a lower number of ${journal}`;
    if (fields.ValidDate < run.validDate) findings.push({ line, rule: "order", message });
    else run.validDate = fields.ValidDate;
  }
  return findings;
}

/** Takes a run on to a number; answers the one after which others are missing, `null` where none is. */
function follow(run: Run, number: number): number | null {
  const opening = Math.min(...run.openings.keys());
  if (run.last === null && opening < number) run.last = opening;
  if (run.last === null || number <= run.last) {
    run.last ??= number;
    return null;
  }
  while (run.openings.has(run.last + 1)) run.last += 1;
  const before = run.last;
  run.last = Math.max(number, before);
  return number > before + 1 ? before : null;
}

/** An opening entry whose number is beyond those that follow it, with a gap between. */
function openingGaps(run: Run): readonly FecFinding[] {
  const findings: FecFinding[] = [];
  for (const [number, row] of [...run.openings].sort(([one], [other]) => one - other)) {
    if (run.last !== null && number > run.last + 1) findings.push(gap(row, run.last));
    if (run.last !== null) run.last = Math.max(run.last, number);
  }
  return findings;
}

function gap({ line, fields }: FecRow, from: number): FecFinding {
  const message = `the numbers jump from ${from} to ${shown(fields.EcritureNum)} in journal ${shown(fields.JournalCode)}: every entry takes the next one`;
  return { line, rule: "sequence", message };
}

/** The opening of a year as this ledger writes it: the only row order that is not the validation's (fec.md 1.4). */
function isOpening({ fields }: FecRow): boolean {
  return fields.JournalCode === "OD" && fields.EcritureDate.endsWith("0101") && fields.PieceRef.startsWith("AN-");
}

/** The digits that a number ends in: `LOY-2026-000012` is 12. More than fifteen would not be exact; the last ones tell. */
function numberOf(text: string): number | null {
  const digits = /(\d{1,15})\s*$/.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Numbers that went by. */
interface NumberSet {
  add(number: number): void;
  /** Whether they are all those from the least to the greatest, each once, whatever their order. */
  isConsecutive(): boolean;
}

/** It knows their count, their sum and the sum of their squares, so that none has to be kept. */
function numberSet(): NumberSet {
  let [count, sum, squares, least, most] = [0n, 0n, 0n, 0n, 0n];
  return {
    add(number: number) {
      const value = BigInt(number);
      least = count === 0n || value < least ? value : least;
      most = value > most ? value : most;
      count += 1n;
      sum += value;
      squares += value * value;
    },
    isConsecutive: () =>
      count === most - least + 1n &&
      2n * sum === (least + most) * count &&
      6n * squares === squaresUpTo(most) - squaresUpTo(least - 1n),
  };
}

/** Six times the sum of the squares of the whole numbers up to one. */
const squaresUpTo = (number: bigint): bigint => number * (number + 1n) * (2n * number + 1n);
