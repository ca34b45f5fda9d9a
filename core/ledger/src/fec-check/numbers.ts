import { type FecFinding, findingTally } from "./finding.ts";
import { type Numbered, type Numbering, type NumberingVerdict, watchNumbering } from "./numbering.ts";
import { isOpening } from "./opening.ts";
import { type FecRow, isCompactDay, shown } from "./row.ts";

/** Watches the numbers of entries go by, told the first line of each. */
export interface NumberWatch {
  see(row: FecRow): readonly FecFinding[];
  end(): readonly FecFinding[];
}

/** The numbers of one journal. */
interface Journal {
  /** What its first number has before its digits. */
  readonly prefix: string;
  readonly numbering: Numbering;
  /** Numbers with another prefix, each of which counts by itself: they close no gap of the others. */
  readonly others: Map<string, Numbering>;
}

/**
 * Numbers rise within a journal, and run without a gap there or through the whole file: which of the two is known at the
 * end, where the reading that has less to tell is told. They need not begin at 1, but for those of a further prefix.
 */
export function watchNumbers(): NumberWatch {
  const journals = new Map<string, Journal>();
  const file = watchNumbering(false);
  const strays = findingTally();
  let atHead = true;

  const otherNumbering = (journal: Journal, prefix: string, numbered: Numbered): Numbering | null => {
    const known = journal.others.get(prefix);
    if (known) return known;
    if (numbered.number > 1n) strays.add(stray(numbered, journal.prefix));
    if (journal.others.size >= PREFIXES_MAX) return null;
    const fresh = watchNumbering(true);
    journal.others.set(prefix, fresh);
    return fresh;
  };

  return {
    see(row) {
      const { JournalCode, EcritureNum, EcritureDate } = row.fields;
      atHead &&= isOpening(row);
      const parts = partsOf(EcritureNum);
      if (parts === null) return [{ line: row.line, rule: "sequence", message: notNumber(EcritureNum) }];
      const { prefix, number } = parts;
      const month = isCompactDay(EcritureDate) ? EcritureDate.slice(0, 6) : null;
      const numbered = { number, month, isOpening: atHead, line: row.line, journal: JournalCode, text: EcritureNum };
      const journal = journals.get(JournalCode) ?? { prefix, numbering: watchNumbering(true), others: new Map() };
      journals.set(JournalCode, journal);
      if (prefix === journal.prefix) file.see(numbered);
      const own = prefix === journal.prefix ? journal.numbering : otherNumbering(journal, prefix, numbered);
      const finding = own?.see(numbered);
      return finding ? [finding] : [];
    },
    end: () => [...strays.findings(), ...verdict(journals, file.end())],
  };
}

/** Prefixes of one journal beside its first; more are no prefixes. */
const PREFIXES_MAX = 100;

function verdict(journals: ReadonlyMap<string, Journal>, file: NumberingVerdict): readonly FecFinding[] {
  const read = [...journals].map(([code, { numbering, others }]) => ({
    code,
    own: numbering.end(),
    others: [...others.values()].map((each) => each.end()),
  }));
  // Whatever the file's numbers are, those of a further prefix are none of them.
  const others = read.flatMap((journal) => journal.others.flatMap(faults));
  return [...others, ...mainFindings(read, file)];
}

/** A journal's numbers with its first prefix, and with others. */
interface ReadJournal {
  readonly code: string;
  readonly own: NumberingVerdict;
  readonly others: readonly NumberingVerdict[];
}

function mainFindings(read: readonly ReadJournal[], file: NumberingVerdict): readonly FecFinding[] {
  const falls = read.flatMap(({ own }) => own.falls.findings());
  const gaps = read.reduce((all, { own }) => all + own.gaps.count, 0);
  const fileFaults = file.gaps.count + file.falls.count;
  if (gaps === 0) return [...falls, ...read.flatMap(againFindings)];
  if (fileFaults === 0) return file.restarts > 0 ? [again(file.restarts)] : falls;
  return fileFaults < gaps ? faults(file) : read.flatMap(({ own }) => faults(own));
}

const faults = ({ falls, gaps }: NumberingVerdict): readonly FecFinding[] => [...falls.findings(), ...gaps.findings()];

function againFindings({ code, own, others }: ReadJournal): readonly FecFinding[] {
  const times = [own, ...others].reduce((all, { restarts }) => all + restarts, others.length);
  return times === 0 ? [] : [again(times, code)];
}

function again(times: number, journal?: string): FecFinding {
  const of = journal === undefined ? "of the file" : `of journal ${shown(journal)}`;
  const often = times === 1 ? "once" : `${times} times`;
  const message = `the numbers ${of} begin again ${often}, each time without a gap; one sequence a year is easier to defend`;
  return { line: 1, rule: "warning", message };
}

function stray({ line, text, journal }: Numbered, prefix: string): FecFinding {
  const message = `EcritureNum ${shown(text)} has another prefix than ${shown(prefix)}, which the numbers of journal ${shown(journal)} begin with, and its own do not begin at 1`;
  return { line, rule: "sequence", message };
}

const notNumber = (text: string): string =>
  `EcritureNum ${shown(text)} does not end in a number of at most ${DIGITS_MAX} digits`;

/** Digits that a number may have: nobody counts further, and each is compared. */
const DIGITS_MAX = 30;

/** `LOY-2026-000012` is 12 after `LOY-2026-`. */
function partsOf(text: string): { readonly prefix: string; readonly number: bigint } | null {
  const trimmed = text.trimEnd();
  let start = trimmed.length;
  while (start > 0 && isDigit(trimmed.charCodeAt(start - 1))) start -= 1;
  const digits = trimmed.length - start;
  if (digits === 0 || digits > DIGITS_MAX) return null;
  return { prefix: trimmed.slice(0, start), number: BigInt(trimmed.slice(start)) };
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
