import type { Language } from "@cartulary/http/pages";

/** A page of the agency by its heading. */
export type AgencyHeading =
  | "dashboard"
  | "properties"
  | "owners"
  | "tenants"
  | "leases"
  | "mandates"
  | "incidents"
  | "rentCalls"
  | "securityDeposits"
  | "chargeStatements"
  | "supplierInvoices"
  | "serviceProviders"
  | "runs"
  | "letters"
  | "money"
  | "payouts"
  | "accounts";

/** Texts of the agency's pages. */
export interface AgencyTexts {
  readonly headings: Readonly<Record<AgencyHeading, string>>;
  readonly chooseAgency: string;
  readonly otherAgencies: string;
  readonly refusals: Readonly<Record<string, string>>;
  readonly deleteQuestion: (name: string) => string;
  readonly run: string;
}

const en: AgencyTexts = {
  headings: {
    dashboard: "Dashboard",
    properties: "Properties",
    owners: "Owners",
    tenants: "Tenants",
    leases: "Leases",
    mandates: "Mandates",
    incidents: "Incidents",
    rentCalls: "Rent calls",
    securityDeposits: "Security deposits",
    chargeStatements: "Charge statements",
    supplierInvoices: "Supplier invoices",
    serviceProviders: "Service providers",
    runs: "Billing runs",
    letters: "Letters",
    money: "Bank",
    payouts: "Payouts",
    accounts: "Accounts",
  },
  chooseAgency: "Choose the agency to work for.",
  otherAgencies: "Other agencies",
  refusals: {
    invalid_transition: "Its present status does not allow this.",
    has_dependents: "Others still depend on it.",
    conflict: "It changed in the meantime, or something was paid already.",
    not_acknowledged: "Anomalies are not acknowledged yet.",
    insufficient_funds: "The owner's account does not hold that much.",
    stale: "Its data changed: compute it again.",
    lease_not_signed: "The lease is not signed.",
    lease_not_activatable: "The lease cannot be activated yet.",
    missing_iban: "The agency has no IBAN of the mandants' account yet: set it first.",
  },
  deleteQuestion: (name) => `${name} is deleted. This cannot be undone.`,
  run: "Billing run",
};

const fr: AgencyTexts = {
  headings: {
    dashboard: "Tableau de bord",
    properties: "Immeubles",
    owners: "Propriétaires",
    tenants: "Locataires",
    leases: "Baux",
    mandates: "Mandats",
    incidents: "Incidents",
    rentCalls: "Appels de loyer",
    securityDeposits: "Dépôts de garantie",
    chargeStatements: "Régularisations de charges",
    supplierInvoices: "Factures de fournisseurs",
    serviceProviders: "Prestataires",
    runs: "Quittancements",
    letters: "Courriers",
    money: "Banque",
    payouts: "Versements",
    accounts: "Comptes",
  },
  chooseAgency: "Choisissez le mandataire pour lequel vous travaillez.",
  otherAgencies: "Autres mandataires",
  refusals: {
    invalid_transition: "Son statut actuel ne le permet pas.",
    has_dependents: "D'autres éléments en dépendent encore.",
    conflict: "Il a changé entre-temps, ou un paiement existe déjà.",
    not_acknowledged: "Des anomalies ne sont pas encore acquittées.",
    insufficient_funds: "Le compte du propriétaire n'est pas assez approvisionné.",
    stale: "Ses données ont changé : recalculez-le.",
    lease_not_signed: "Le bail n'est pas signé.",
    lease_not_activatable: "Le bail ne peut pas encore être activé.",
    missing_iban: "L'IBAN du compte des mandants n'est pas encore renseigné : renseignez-le d'abord.",
  },
  deleteQuestion: (name) => `${name} sera supprimé. C'est sans retour.`,
  run: "Quittancement",
};

export const AGENCY_TEXTS: Readonly<Record<Language, AgencyTexts>> = { en, fr };
