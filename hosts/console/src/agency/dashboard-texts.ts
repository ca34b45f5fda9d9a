import type { Language } from "@cartulary/http/pages";

/** Texts of the dashboard. */
interface DashboardTexts {
  readonly due: string;
  readonly overdue: string;
  /** An amount of which only a part was read. */
  readonly moreThan: (amount: string) => string;
  readonly toReview: string;
  readonly unmatched: string;
  readonly ending: string;
  readonly toRevise: string;
  readonly incidents: string;
  readonly now: string;
  readonly months: string;
  readonly month: string;
  readonly dues: string;
  readonly receipts: string;
  readonly occupancy: string;
  readonly let: string;
  readonly vacant: string;
  readonly arrears: string;
  readonly age: string;
  readonly overdueAmount: string;
  readonly ages: readonly [string, string, string, string];
  readonly atLeast: string;
}

const en: DashboardTexts = {
  due: "Rent calls to be paid",
  overdue: "Rent calls overdue",
  moreThan: (amount) => `more than ${amount}`,
  toReview: "Billing runs to review",
  unmatched: "Bank transactions unmatched",
  ending: "Leases that end within 60 days",
  toRevise: "Leases to be revised within 60 days",
  incidents: "Incidents open",
  now: "To do",
  months: "Dues and receipts of twelve months",
  month: "Month",
  dues: "Called",
  receipts: "Received",
  occupancy: "Occupancy",
  let: "Let",
  vacant: "Vacant",
  arrears: "Ageing of arrears",
  age: "Days overdue",
  overdueAmount: "Overdue",
  ages: ["1 to 30", "31 to 60", "61 to 90", "over 90"],
  atLeast: "Amounts are those of the first hundred calls of each age.",
};

const fr: DashboardTexts = {
  due: "Appels de loyer à encaisser",
  overdue: "Appels de loyer en retard",
  moreThan: (amount) => `plus de ${amount}`,
  toReview: "Quittancements à contrôler",
  unmatched: "Opérations bancaires non rapprochées",
  ending: "Baux qui prennent fin sous 60 jours",
  toRevise: "Baux à réviser sous 60 jours",
  incidents: "Incidents ouverts",
  now: "À faire",
  months: "Appels et encaissements de douze mois",
  month: "Mois",
  dues: "Appelé",
  receipts: "Encaissé",
  occupancy: "Occupation",
  let: "Loués",
  vacant: "Vacants",
  arrears: "Ancienneté des impayés",
  age: "Jours de retard",
  overdueAmount: "Impayé",
  ages: ["1 à 30", "31 à 60", "61 à 90", "plus de 90"],
  atLeast: "Les montants sont ceux des cent premiers appels de chaque tranche.",
};

export const DASHBOARD_TEXTS: Readonly<Record<Language, DashboardTexts>> = { en, fr };
