import { type FecFinding, findingTally } from "./finding.ts";
import { createSequenceCheck, type EntryNumber, type NumberingResult, type SequenceCheck } from "./number-sequence.ts";
import { isOpeningLine } from "./opening-line.ts";
import { type FecRow, isCompactDay, quoteForMessage } from "./row.ts";

/** Checks the numbers of entries by their first lines. */
export interface NumberingRule {
  see(row: FecRow): readonly FecFinding[];
  end(): readonly FecFinding[];
}

interface Journal {
  /** Text before the digits of its first number. */
  readonly prefix: string;
  readonly numbering: SequenceCheck;
  /** Sequences with other prefixes, each checked separately; they fill no gaps of the main one. */
  readonly others: Map<string, SequenceCheck>;
}

/**
 * Checks that numbers increase within a journal and are gap-free there or in the whole file; reports the interpretation
 * with fewer findings. Main sequences may begin with any number, those of further prefixes must begin with 1.
 */
export function createNumberingRule(): NumberingRule {
  const journals = new Map<string, Journal>();
  const file = createSequenceCheck(false);
  const strays = findingTally();
  let atHead = true;

  const otherNumbering = (journal: Journal, prefix: string, numbered: EntryNumber): SequenceCheck | null => {
    const known = journal.others.get(prefix);
    if (known) return known;
    if (numbered.number > 1n) strays.add(stray(numbered, journal.prefix));
    if (journal.others.size >= PREFIXES_MAX) return null;
    const fresh = createSequenceCheck(true);
    journal.others.set(prefix, fresh);
    return fresh;
  };

  return {
    see(row) {
      const { JournalCode, EcritureNum, EcritureDate } = row.fields;
      atHead &&= isOpeningLine(row);
      const parts = partsOf(EcritureNum);
      if (parts === null) return [{ line: row.line, rule: "sequence", message: notNumber(EcritureNum) }];
      const { prefix, number } = parts;
      const month = isCompactDay(EcritureDate) ? EcritureDate.slice(0, 6) : null;
      const numbered = { number, month, isOpening: atHead, line: row.line, journal: JournalCode, text: EcritureNum };
      const journal = journals.get(JournalCode) ?? { prefix, numbering: createSequenceCheck(true), others: new Map() };
      journals.set(JournalCode, journal);
      if (prefix === journal.prefix) file.see(numbered);
      const own = prefix === journal.prefix ? journal.numbering : otherNumbering(journal, prefix, numbered);
      const finding = own?.see(numbered);
      return finding ? [finding] : [];
    },
    end: () => [...strays.findings(), ...verdict(journals, file.end())],
  };
}

/** Maximum number of further prefixes per journal; the text before the digits is then no prefix. */
const PREFIXES_MAX = 100;

function verdict(journals: ReadonlyMap<string, Journal>, file: NumberingResult): readonly FecFinding[] {
  const read = [...journals].map(([code, { numbering, others }]) => ({
    code,
    own: numbering.end(),
    others: [...others.values()].map((each) => each.end()),
  }));
  // Further prefixes are not part of the file's sequence.
  const others = read.flatMap((journal) => journal.others.flatMap(faults));
  return [...others, ...mainFindings(read, file)];
}

/** Results of a journal's main and further sequences. */
interface ReadJournal {
  readonly code: string;
  readonly own: NumberingResult;
  readonly others: readonly NumberingResult[];
}

function mainFindings(read: readonly ReadJournal[], file: NumberingResult): readonly FecFinding[] {
  const falls = read.flatMap(({ own }) => own.decreases.findings());
  const gaps = read.reduce((all, { own }) => all + own.gaps.count, 0);
  const fileFaults = file.gaps.count + file.decreases.count;
  if (gaps === 0) return [...falls, ...read.flatMap(againFindings)];
  if (fileFaults === 0) return file.restarts > 0 ? [again(file.restarts)] : falls;
  return fileFaults < gaps ? faults(file) : read.flatMap(({ own }) => faults(own));
}

const faults = ({ decreases: falls, gaps }: NumberingResult): readonly FecFinding[] => [
  ...falls.findings(),
  ...gaps.findings(),
];

function againFindings({ code, own, others }: ReadJournal): readonly FecFinding[] {
  const times = [own, ...others].reduce((all, { restarts }) => all + restarts, others.length);
  return times === 0 ? [] : [again(times, code)];
}

function again(times: number, journal?: string): FecFinding {
  const of = journal === undefined ? "of the file" : `of journal ${quoteForMessage(journal)}`;
  const often = times === 1 ? "once" : `${times} times`;
  const message = `the numbers ${of} begin again ${often}, each time without a gap; one sequence a year is easier to defend`;
  return { line: 1, rule: "warning", message };
}

function stray({ line, text, journal }: EntryNumber, prefix: string): FecFinding {
  const message = `EcritureNum ${quoteForMessage(text)} has another prefix than ${quoteForMessage(prefix)}, which the numbers of journal ${quoteForMessage(journal)} begin with, and its own do not begin at 1`;
  return { line, rule: "sequence", message };
}

const notNumber = (text: string): string =>
  `EcritureNum ${quoteForMessage(text)} does not end in a number of at most ${DIGITS_MAX} digits`;

/** Maximum number of digits, which limits the cost of comparisons. */
const DIGITS_MAX = 30;

/** Splits `LOY-2026-000012` into `LOY-2026-` and 12. */
function partsOf(text: string): { readonly prefix: string; readonly number: bigint } | null {
  const trimmed = text.trimEnd();
  let start = trimmed.length;
  while (isDigit(trimmed.charCodeAt(start - 1))) start -= 1;
  const digits = trimmed.length - start;
  if (digits === 0 || digits > DIGITS_MAX) return null;
  return { prefix: trimmed.slice(0, start), number: BigInt(trimmed.slice(start)) };
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
