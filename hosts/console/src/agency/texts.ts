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
  deleteQuestion: (name) => `Delete “${name}”? This cannot be undone.`,
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
  deleteQuestion: (name) => `Supprimer « ${name} » ? Cette suppression est définitive.`,
  run: "Quittancement",
};

export const AGENCY_TEXTS: Readonly<Record<Language, AgencyTexts>> = { en, fr };
