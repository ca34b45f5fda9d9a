import { FEC_COLUMNS, type FecColumn, type FecEncoding } from "@cartulary/ledger";
import fc from "fast-check";

/** How another software writes its accounting files. */
export interface Origin {
  readonly separator: "\t" | "|";
  readonly end: "\n" | "\r\n" | "\r";
  readonly encoding: FecEncoding;
  readonly marked: boolean;
  readonly amounts: "sides" | "letters" | "signs";
  readonly numbers: "journal" | "prefixed" | "file" | "monthly" | "spelt";
  readonly blocks: boolean;
  /** The first month, and how many: a civil year, one that ends in June, a first one of eighteen. */
  readonly year: readonly [first: string, months: number];
}

export const origin = (): fc.Arbitrary<Origin> =>
  fc.record({
    separator: fc.constantFrom("\t", "|"),
    end: fc.constantFrom("\n", "\r\n", "\r"),
    encoding: fc.constantFrom("utf-8", "iso-8859-15"),
    marked: fc.boolean(),
    amounts: fc.constantFrom("sides", "letters", "signs"),
    numbers: fc.constantFrom("journal", "prefixed", "file", "monthly", "spelt"),
    blocks: fc.boolean(),
    year: fc.constantFrom(["2026-01", 12], ["2025-07", 12], ["2025-07", 18]),
  });

/** One line, with its amount on the debit side where it is above zero. */
export interface OriginRow extends Record<Exclude<FecColumn, "Debit" | "Credit">, string> {
  cents: number;
  /** Its place among the entries of its journal and month, from 0. */
  readonly place: number;
  readonly month: string;
}

/** Entries of each journal and month. */
const ENTRIES = 3;
const JOURNALS = [
  ["AC", "Achats", "607000", "401000"],
  ["VE", "Ventes", "411000", "706000"],
  ["BQ", "Banque", "512000", "411000"],
] as const;

/** The lines of a file in which nothing is wrong. Sales and receipts of a month are lettered with each other. */
export function goodRows({ numbers, blocks, year: [first, count] }: Origin): readonly OriginRow[] {
  const rows = Array.from({ length: count }, (_, at) => monthAfter(first, at)).flatMap((month) =>
    JOURNALS.flatMap(([code]) => Array.from({ length: ENTRIES }, (_, place) => entryOf(code, month, place)).flat()),
  );
  const numbered = renumbered(rows, numbers);
  if (!blocks) return numbered;
  return JOURNALS.flatMap(([code]) => numbered.filter(({ JournalCode }) => JournalCode === code));
}

/** `<SIREN>FEC<closing>.txt` */
export function nameOf({ year: [first, count] }: Origin): string {
  return `123456782FEC${lastDay(monthAfter(first, count - 1))}.txt`;
}

/** The number of remarks on a file without violations. */
export function remarksOn({ numbers, blocks, year: [, count] }: Origin): number {
  const again = numbers === "monthly" || numbers === "spelt" ? JOURNALS.length : 0;
  return again + Number(blocks) + Number(count > 12);
}

/** The bytes of a file. */
export function bytesOf(rows: readonly OriginRow[], { separator, end, encoding, marked, amounts }: Origin): Buffer {
  const signed = { Debit: "Montant", Credit: "Sens" } as const;
  const header = FEC_COLUMNS.map((each) => (amounts === "sides" ? each : (signed[each as "Debit"] ?? each)));
  const lines = rows.map((row) => FEC_COLUMNS.map((each) => field(row, each, amounts)).join(separator));
  const text = [header.join(separator), ...lines].map((line) => line + end).join("");
  if (encoding === "iso-8859-15") return Buffer.from(text, "latin1");
  return Buffer.from((marked ? "\uFEFF" : "") + text, "utf8");
}

function field(row: OriginRow, column: FecColumn, amounts: Origin["amounts"]): string {
  if (column !== "Debit" && column !== "Credit") return row[column];
  const spelt = `${Math.trunc(Math.abs(row.cents) / 100)},${String(Math.abs(row.cents) % 100).padStart(2, "0")}`;
  if (amounts === "sides") return row.cents > 0 === (column === "Debit") ? spelt : "0,00";
  if (column === "Debit") return spelt;
  return row.cents > 0 ? (amounts === "letters" ? "D" : "+1") : amounts === "letters" ? "C" : "-1";
}

function entryOf(code: string, month: string, place: number): readonly OriginRow[] {
  const [, name = "", debit = "", credit = ""] = JOURNALS.find(([each]) => each === code) ?? [];
  const compact = month.replace("-", "");
  const common = {
    ...{ JournalCode: code, JournalLib: name, EcritureNum: "", PieceRef: `P${compact}${place}`, EcritureLib: "Pièce" },
    ...{ EcritureDate: `${compact}${10 + place}`, PieceDate: `${compact}05`, Montantdevise: "", Idevise: "EUR" },
    ...{ ValidDate: lastDay(month), place, month: compact },
  };
  return [debit, credit].map((account, side) => {
    const isCustomer = account === "411000";
    return {
      ...common,
      CompteNum: account,
      CompteLib: `Compte ${account}`,
      CompAuxNum: isCustomer ? "C001" : "",
      CompAuxLib: isCustomer ? "Café Élan" : "",
      EcritureLet: isCustomer ? `L${compact}${place}` : "",
      DateLet: isCustomer ? lastDay(month) : "",
      cents: (side === 0 ? 1 : -1) * (12_345 + place),
    };
  });
}

function renumbered(rows: readonly OriginRow[], numbers: Origin["numbers"]): readonly OriginRow[] {
  const counts = new Map<string, number>();
  return rows.map((row, index) => {
    const { JournalCode, month, EcritureDate, PieceRef } = row;
    const before = rows[index - 1];
    const key = { journal: JournalCode, prefixed: JournalCode, file: "", monthly: JournalCode + month, spelt: "" }[
      numbers
    ];
    const counted = numbers === "spelt" ? JournalCode + month : key;
    const isNew =
      before?.JournalCode !== JournalCode || before.PieceRef !== PieceRef || before.EcritureDate !== EcritureDate;
    if (isNew) counts.set(counted, (counts.get(counted) ?? 0) + 1);
    const number = String(counts.get(counted) ?? 0);
    const spelt = { prefixed: `${JournalCode}-${number.padStart(6, "0")}`, spelt: month + number.padStart(3, "0") };
    return { ...row, EcritureNum: spelt[numbers as "spelt"] ?? number };
  });
}

function monthAfter(month: string, count: number): string {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + count, 1)).toISOString().slice(0, 7);
}

const lastDay = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0))
    .toISOString()
    .slice(0, 10)
    .replaceAll("-", "");
