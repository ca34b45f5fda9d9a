/**
 * The 18 columns of the accounting file of double-entry books (livre des procédures fiscales, art. A47 A-1, as of the
 * order of 29 July 2013), spelled and ordered as in the article.
 */
export const FEC_COLUMNS = [
  "JournalCode",
  "JournalLib",
  "EcritureNum",
  "EcritureDate",
  "CompteNum",
  "CompteLib",
  "CompAuxNum",
  "CompAuxLib",
  "PieceRef",
  "PieceDate",
  "EcritureLib",
  "Debit",
  "Credit",
  "EcritureLet",
  "DateLet",
  "ValidDate",
  "Montantdevise",
  "Idevise",
] as const;
export type FecColumn = (typeof FEC_COLUMNS)[number];

/** The variant with amounts and sides instead of debits and credits, which the article also allows (VII). */
export const FEC_SIGNED_COLUMNS: readonly string[] = FEC_COLUMNS.map((column) =>
  column === "Debit" ? "Montant" : column === "Credit" ? "Sens" : column,
);

/** Meaning of each column, for the notice that accompanies the file. */
export const FEC_MEANINGS: Readonly<Record<FecColumn, string>> = {
  JournalCode: "Code du journal de l'écriture",
  JournalLib: "Libellé du journal",
  EcritureNum: "Numéro de l'écriture, sur une suite continue par journal",
  EcritureDate: "Date de comptabilisation (AAAAMMJJ)",
  CompteNum: "Numéro de compte du plan comptable",
  CompteLib: "Libellé du compte",
  CompAuxNum: "Numéro de compte auxiliaire (à blanc si non utilisé)",
  CompAuxLib: "Libellé du compte auxiliaire (à blanc si non utilisé)",
  PieceRef: "Référence de la pièce justificative",
  PieceDate: "Date de la pièce justificative (AAAAMMJJ)",
  EcritureLib: "Libellé de l'écriture",
  Debit: "Montant au débit, en euros, virgule décimale",
  Credit: "Montant au crédit, en euros, virgule décimale",
  EcritureLet: "Lettrage (à blanc si non lettrée)",
  DateLet: "Date de lettrage (AAAAMMJJ, à blanc si non lettrée)",
  ValidDate: "Date de validation (AAAAMMJJ)",
  Montantdevise: "Montant en devise (à blanc : euros seulement)",
  Idevise: "Identifiant de la devise (à blanc : euros seulement)",
};

/** The two field separators that the article allows (BOI-CF-IOR-60-40-20). */
export const FEC_SEPARATORS = { tab: "\t", pipe: "|" } as const;
export type FecSeparator = keyof typeof FEC_SEPARATORS;

/** Encodings that the administration accepts. */
export const FEC_ENCODINGS = ["utf-8", "iso-8859-15"] as const;
export type FecEncoding = (typeof FEC_ENCODINGS)[number];
