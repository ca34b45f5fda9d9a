import { FEC_COLUMNS, type FecColumn } from "@cartulary/ledger";

/** A line of an accounting file by its columns. */
export type Fields = Readonly<Record<FecColumn, string>>;

/** An entry of two lines, 10,00 each, in which nothing is wrong. */
export function entry(
  JournalCode: string,
  EcritureNum: string,
  EcritureDate: string,
  changes: Partial<Fields> = {},
): readonly [debit: Fields, credit: Fields] {
  const common = {
    ...{ JournalCode, JournalLib: "Journal", EcritureNum, EcritureDate, CompAuxNum: "", CompAuxLib: "" },
    ...{ PieceRef: "P1", PieceDate: "20260105", EcritureLib: "Pièce", EcritureLet: "", DateLet: "" },
    ...{ ValidDate: "20261231", Montantdevise: "", Idevise: "" },
  };
  const debit = { ...common, CompteNum: "607000", CompteLib: "Achats", Debit: "10,00", Credit: "0,00", ...changes };
  const credit = { ...common, CompteNum: "401000", CompteLib: "Dettes", Debit: "0,00", Credit: "10,00", ...changes };
  return [debit, credit];
}

/** The file with these lines, under a header. */
export function fileOfLines(lines: readonly Fields[], separator = "\t"): string {
  const rows = lines.map((line) => FEC_COLUMNS.map((column) => line[column]));
  return [FEC_COLUMNS, ...rows].map((row) => `${row.join(separator)}\n`).join("");
}
