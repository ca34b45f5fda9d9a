import type { ChartAccount, LedgerPlan } from "@cartulary/ledger";

/** Auxiliary accounts of tenants. */
const TENANTS = "LOC";
/** Auxiliary accounts of owners. */
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

/**
 * Chart of accounts of a managing agent (rental.md 2.6) and its journals (2.7), named as in fec.md 1.4.
 *
 * @example
 * ```ts
 * import { rentalPlan } from "@cartulary/rental/accounting";
 *
 * rentalPlan.chart.find(({ code }) => code === "512000")?.name; // the bank account of the mandants
 * ```
 */
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

/** Accounts that the software posts to (rental.md 2.6). */
export const ACCOUNTS = {
  deposits: "165000",
  suppliers: "401000",
  tenants: "411000",
  feesVat: "445710",
  /** Balances available to owners. */
  owners: "467000",
  /** Rent called for owners and not yet collected. */
  called: "467100",
  ordered: "467900",
  suspense: "471000",
  /** Bank account of the mandants' funds. */
  bank: "512000",
  /** Bank account of the agency. */
  agencyBank: "512100",
  internalTransfers: "580000",
  /** Bank charges, borne by the agency. */
  bankCharges: "627000",
  managementFees: "706100",
  otherFees: "706200",
} as const;
