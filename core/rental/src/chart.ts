import type { ChartAccount, LedgerPlan } from "@cartulary/ledger";

/** Tenants. */
const TENANTS = "LOC";
/** Owners who gave a mandate. */
const OWNERS = "PRO";
const SUPPLIERS = "FOU";

/** Accounts that are lettered whenever an auxiliary's balance returns to zero (rental.md 2.7). */
const LETTERED_AT_ZERO: readonly string[] = ["467000", "467900"];

const account = (code: string, name: string, auxiliaries: string | null = null): ChartAccount => ({
  code,
  name,
  auxiliaries,
  lettering: LETTERED_AT_ZERO.includes(code) ? "at_zero" : "by_hand",
});

/** The books of a managing agent: the chart of rental.md 2.6, the journals of 2.7 as fec.md 1.4 names them. */
export const rentalPlan: LedgerPlan = {
  chart: [
    account("120000", "Résultat de l'exercice (bénéfice)"),
    account("129000", "Résultat de l'exercice (perte)"),
    account("165000", "Dépôts de garantie reçus", TENANTS),
    account("401000", "Fournisseurs", SUPPLIERS),
    account("411000", "Locataires", TENANTS),
    account("445710", "TVA collectée sur honoraires"),
    account("467000", "Mandants", OWNERS),
    account("467100", "Mandants, loyers appelés non encaissés", OWNERS),
    account("467900", "Mandants, reversements ordonnés", OWNERS),
    account("471000", "Compte d'attente"),
    account("512000", "Banque mandants"),
    account("512100", "Banque agence"),
    account("580000", "Virements internes"),
    account("627000", "Services bancaires et assimilés"),
    account("706100", "Honoraires de gestion"),
    account("706200", "Honoraires de location et autres"),
  ],
  journals: [
    { code: "LOYERS", name: "Quittancement loyers", prefix: "LOY" },
    { code: "CHARGES", name: "Quittancement charges", prefix: "CHA" },
    { code: "BANQUE", name: "Banque mandants", prefix: "BQ" },
    { code: "PROPRIO", name: "Propriétaires mandants", prefix: "PRO" },
    { code: "OD", name: "Opérations diverses", prefix: "OD" },
  ],
  generalJournal: "OD",
  resultAccounts: { profit: "120000", loss: "129000" },
};

/** Accounts of the chart that are posted on by themselves (rental.md 2.6). */
export const ACCOUNTS = {
  deposits: "165000",
  suppliers: "401000",
  tenants: "411000",
  feesVat: "445710",
  /** What owners can have. */
  owners: "467000",
  /** What was called for owners and is not collected yet. */
  called: "467100",
  ordered: "467900",
  suspense: "471000",
  /** Where the mandants' funds are. */
  bank: "512000",
  /** The agency's own. */
  agencyBank: "512100",
  internalTransfers: "580000",
  /** What the bank charges: the agency bears it. */
  bankCharges: "627000",
  managementFees: "706100",
  otherFees: "706200",
} as const;
