import { encode } from "./character-encoding.ts";
import { FEC_COLUMNS, FEC_MEANINGS } from "./columns.ts";
import { type FecForm, fecFileName } from "./writer.ts";

/**
 * Returns the notice that accompanies the file (art. A47 A-1, XI), in the file's encoding: its format and the meaning
 * of each column.
 */
export function describeFec(
  siren: string,
  year: number,
  { separator = "tab", encoding = "utf-8" }: FecForm = {},
): Uint8Array {
  const lines = [
    `Description du fichier des écritures comptables ${fecFileName(siren, year)}`,
    "(article A47 A-1 du livre des procédures fiscales, XI)",
    "",
    `Jeu de caractères : ${encoding === "utf-8" ? "UTF-8, sans marque d'ordre des octets" : "ISO 8859-15"}`,
    `Séparateur de champs : ${separator === "tab" ? "tabulation (code 9)" : "barre verticale (code 124)"}`,
    "Séparateur d'enregistrements : saut de ligne (code 10)",
    "Première ligne : noms des champs",
    "Montants : virgule décimale, deux décimales, sans séparateur de milliers",
    "",
    "Champs, dans l'ordre :",
    ...FEC_COLUMNS.map((column, index) => `${index + 1}. ${column} : ${FEC_MEANINGS[column]}`),
    "",
  ];
  return encode(lines.join("\n"), encoding);
}
