import type { Words } from "../components/words.ts";

/** Texts of the pages of runs, the bank, payouts and accounts. */
const MONEY_TEXTS = {
  progress: { en: "The run is being computed.", fr: "Le calcul est en cours." },
  waits: { en: "The run waits to be computed.", fr: "Le quittancement attend son calcul." },
  failed: { en: "The computation failed.", fr: "Le calcul a échoué." },
  totals: { en: "Totals", fr: "Totaux" },
  called: { en: "Called from tenants", fr: "Appelé aux locataires" },
  paidOut: { en: "Paid out to owners", fr: "Versé aux propriétaires" },
  rents: { en: "Rents", fr: "Loyers" },
  charges: { en: "Charges", fr: "Charges" },
  lines: { en: "Lines", fr: "Lignes" },
  anomalies: { en: "Anomalies", fr: "Anomalies" },
  anomaly: { en: "Anomaly", fr: "Anomalie" },
  severity: { en: "Severity", fr: "Gravité" },
  ofWhom: { en: "Lines of", fr: "Lignes des" },
  tenants: { en: "tenants", fr: "locataires" },
  owners: { en: "owners", fr: "propriétaires" },
  lease: { en: "Lease", fr: "Bail" },
  what: { en: "Amount of", fr: "Poste" },
  who: { en: "Person", fr: "Personne" },
  amount: { en: "Amount", fr: "Montant" },
  formula: { en: "Formula", fr: "Formule" },
  review: { en: "Review", fr: "Revue" },
  comment: { en: "Comment", fr: "Commentaire" },
  excluded: { en: "Leave out of the run", fr: "Exclure du quittancement" },
  reviewStatus: { en: "State of review", fr: "État de la revue" },
  reviewed: { en: "Acknowledged", fr: "Acquitté" },
  flagged: { en: "Flagged", fr: "À revoir" },
  difference: { en: "Difference to the last computation", fr: "Écart avec le dernier calcul" },
  added: { en: "Added", fr: "Ajoutées" },
  removed: { en: "Removed", fr: "Retirées" },
  changed: { en: "Changed", fr: "Modifiées" },
  before: { en: "Before", fr: "Avant" },
  after: { en: "After", fr: "Après" },
  acknowledge: { en: "Acknowledge anomalies", fr: "Acquitter les anomalies" },
  acknowledgeQuestion: {
    en: "All anomalies that are not flagged count as seen.",
    fr: "Toutes les anomalies non signalées comptent comme vues.",
  },
  again: { en: "Compute again", fr: "Calculer à nouveau" },
  againQuestion: {
    en: "The run is computed anew. Reviews of unchanged lines are kept.",
    fr: "Le quittancement est recalculé. Les revues des lignes inchangées sont conservées.",
  },
  force: { en: "Validate in spite of anomalies", fr: "Valider malgré les anomalies" },
  unacknowledged: {
    en: "Anomalies are not acknowledged yet: acknowledge them first, or validate in spite of them.",
    fr: "Des anomalies ne sont pas acquittées : acquittez-les d'abord, ou validez malgré elles.",
  },
  validateQuestion: { en: "All anomalies are acknowledged.", fr: "Toutes les anomalies sont acquittées." },
  applyQuestion: { en: "This is written, all or nothing:", fr: "Ceci sera écrit, tout ou rien :" },
  calls: { en: "Rent calls", fr: "Appels de loyer" },
  payouts: { en: "Payouts", fr: "Versements" },
  cancelQuestion: {
    en: "The run is cancelled. What an applied run wrote is reversed.",
    fr: "Le quittancement est annulé. Les écritures d'un quittancement appliqué sont contre-passées.",
  },
  reason: { en: "Reason", fr: "Motif" },
  day: { en: "Day", fr: "Jour" },
  label: { en: "Label", fr: "Libellé" },
  counterparty: { en: "Counterparty", fr: "Tiers" },
  direction: { en: "Direction", fr: "Sens" },
  status: { en: "Status", fr: "Statut" },
  suspense: { en: "In suspense", fr: "En attente d'affectation" },
  reference: { en: "Reference", fr: "Référence" },
  reconciliation: { en: "Reconciliation", fr: "État de rapprochement" },
  bankBalance: { en: "Balance of the bank", fr: "Solde de la banque" },
  bookBalance: { en: "Balance of the books", fr: "Solde comptable" },
  gap: { en: "Difference", fr: "Écart" },
  unexplained: { en: "Unexplained", fr: "Opérations inexpliquées" },
  statements: { en: "Bank statements", fr: "Relevés bancaires" },
  from: { en: "From", fr: "Du" },
  to: { en: "To", fr: "Au" },
  transactions: { en: "Transactions", fr: "Opérations" },
  account: { en: "Account", fr: "Compte" },
  auxiliary: { en: "Auxiliary account", fr: "Compte auxiliaire" },
  auxiliaryHint: {
    en: "LOC and a number for a tenant, PRO for an owner: see the person's page.",
    fr: "LOC et un numéro pour un locataire, PRO pour un propriétaire : voir la fiche de la personne.",
  },
  cents: { en: "Amount (cents)", fr: "Montant (centimes)" },
  matchQuestion: {
    en: "The amount in suspense goes to the account of a tenant.",
    fr: "Le montant en attente va sur le compte d'un locataire.",
  },
  assignQuestion: {
    en: "The amount in suspense goes to an account.",
    fr: "Le montant en attente va sur un compte.",
  },
  assignments: { en: "Assignments", fr: "Affectations" },
  removeQuestion: {
    en: "The assignment is reversed; its amount is in suspense again.",
    fr: "L'affectation est contre-passée ; son montant revient en attente.",
  },
  beneficiary: { en: "Beneficiary", fr: "Bénéficiaire" },
  ordered: { en: "Ordered", fr: "Ordonné" },
  transmitted: { en: "Transmitted", fr: "Transmis" },
  executed: { en: "Executed", fr: "Exécuté" },
  files: { en: "Payment files", fr: "Fichiers de virement" },
  file: { en: "File", fr: "Fichier" },
  makeQuestion: {
    en: "A payment file is made for every payout that is due; they become transmitted. Payouts that are ordered:",
    fr: "Un fichier de virement est créé pour chaque versement échu ; ils deviennent transmis. Versements ordonnés :",
  },
  notReceivedQuestion: {
    en: "The bank did not receive this file. Its payouts can be in another file.",
    fr: "La banque n'a pas reçu ce fichier. Ses versements pourront être dans un autre fichier.",
  },
  orderAgain: { en: "Order again", fr: "Ordonner à nouveau" },
  orderAgainQuestion: {
    en: "The payout is ordered again, to the account that holds now.",
    fr: "Le versement est ordonné à nouveau, sur le compte actuel.",
  },
  trialBalance: { en: "Trial balance", fr: "Balance" },
  ledger: { en: "General ledger", fr: "Grand livre" },
  debit: { en: "Debit", fr: "Débit" },
  credit: { en: "Credit", fr: "Crédit" },
  balance: { en: "Balance", fr: "Solde" },
  opening: { en: "Opening balance", fr: "Solde d'ouverture" },
  closing: { en: "Closing balance", fr: "Solde de clôture" },
  journal: { en: "Journal", fr: "Journal" },
  periods: { en: "Periods", fr: "Périodes" },
  period: { en: "Period", fr: "Période" },
  entries: { en: "Final entries", fr: "Écritures définitives" },
  closedAt: { en: "Closed", fr: "Clôturée" },
  closeQuestion: {
    en: "The entries of this month become final. This cannot be undone.",
    fr: "Les écritures de ce mois deviennent définitives. C'est sans retour.",
  },
  fec: { en: "Accounting files (FEC)", fr: "Fichiers des écritures comptables (FEC)" },
  makeFec: { en: "Create the FEC", fr: "Créer le FEC" },
  year: { en: "Year", fr: "Année" },
  verdict: { en: "Verdict of the checker", fr: "Verdict du contrôleur" },
  conforming: { en: "Conforming", fr: "Conforme" },
  conformingBut: { en: "Conforming, with remarks:", fr: "Conforme, avec remarques :" },
  total: { en: "Total", fr: "Total" },
} as const;

export type MoneyText = keyof typeof MONEY_TEXTS;

/** Returns the texts of one language. */
export function moneyTexts(language: keyof Words): Readonly<Record<MoneyText, string>> {
  return TEXTS[language];
}

const inLanguage = (language: keyof Words): Readonly<Record<MoneyText, string>> =>
  Object.fromEntries(
    Object.entries(MONEY_TEXTS).map(([name, words]: [string, Words]) => [name, words[language]]),
  ) as Readonly<Record<MoneyText, string>>;

const TEXTS = { en: inLanguage("en"), fr: inLanguage("fr") };
