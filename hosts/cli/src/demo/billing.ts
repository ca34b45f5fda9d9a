import { setTimeout } from "node:timers/promises";
import type { BillingRun, Client } from "@cartulary/client";
import { RENTAL_BASE } from "@cartulary/wire";
import type { Highlight, Progress } from "./archive.ts";

/** The mandataire and the year of the sample billing. */
export interface SampleBillingInput {
  readonly mandataireId: string;
  readonly year: number;
  /** Lets the host run its jobs; a host with a job runner only needs time. */
  readonly pause?: () => Promise<unknown>;
}

/** Bills January and February of an agency through the API, and brings the bank transactions of January. */
export async function fillMonths(
  client: Client,
  input: SampleBillingInput,
  report: Progress,
): Promise<readonly Highlight[]> {
  report("January's rents");
  const january = await applyRun(client, input, await computeRun(client, input, "01"));
  report("January's bank transactions");
  await ingestPayments(client, input, january);
  report("February's rents");
  await applyRun(client, input, await computeRun(client, input, "02"));
  const [notice] = january.billingNoticesSummary.notices;
  return [
    { label: "Rent calls of January", path: `${RENTAL_BASE}/rent_calls?q[billing_run_id_eq]=${january.id}` },
    { label: "A notice of January, as PDF", path: `${RENTAL_BASE}/rent_calls/${notice?.id}/document` },
    { label: "Bank transactions, one of them unmatched", path: `${RENTAL_BASE}/bank_transactions?sort=bank_reference` },
    { label: "Reconciliation of bank and book", path: `${RENTAL_BASE}/accounting/reconciliation` },
    { label: "Payments of tenants", path: `${RENTAL_BASE}/payments?sort=reference` },
    { label: "Its receipt, as PDF", path: `${RENTAL_BASE}/rent_calls/${notice?.id}/receipt` },
    { label: "Owner payouts", path: `${RENTAL_BASE}/owner_payouts?sort=reference` },
  ];
}

/** Leaves the run of April in review, and creates the accounting file of the year. */
export async function fillReview(
  client: Client,
  input: SampleBillingInput,
  report: Progress,
): Promise<readonly Highlight[]> {
  const { mandataireId, year } = input;
  report("April's rents, for review");
  const april = await computeRun(client, input, "04");
  report("the accounting file");
  const fec = await client.createFecExport({ year }, { mandataireId });
  const lines = `${RENTAL_BASE}/billing_runs/${april.id}/lines`;
  return [
    { label: "Billing runs: two applied, one in review", path: `${RENTAL_BASE}/billing_runs?sort=period_start` },
    { label: "Anomalies of April", path: `${lines}?q[has_anomaly_eq]=true` },
    { label: "What April bills of February's higher rent", path: `${lines}?q[adjustment_eq]=true` },
    { label: "The accounting file of the year", path: `${RENTAL_BASE}/fec_exports/${fec.id}/download` },
  ];
}

/**
 * Two tenants paid, one of them half; the third transaction cannot be matched. The bank charged fees, which are
 * assigned to their account.
 */
async function ingestPayments(
  client: Client,
  { mandataireId, year }: SampleBillingInput,
  { billingNoticesSummary: { notices } }: BillingRun,
): Promise<void> {
  const { key } = await client.createConnector({ name: "Banque", area: "portal", mandataire_id: mandataireId });
  const [paid, halfPaid] = notices;
  if (!paid || !halfPaid) throw new Error("January has no rent calls");
  const received = { booked_on: `${year}-01-01`, direction: "inbound", method: "bank_transfer" } as const;
  const half = Math.floor(halfPaid.totalAmountCents / 2);
  const transactions = [
    { bank_reference: "RELEVE-1", amount_cents: paid.totalAmountCents, label: `Loyer ${paid.reference}` },
    { bank_reference: "RELEVE-2", amount_cents: half, label: `Acompte ${halfPaid.reference}` },
    { bank_reference: "RELEVE-3", amount_cents: 12_345, label: "VIR SEPA RECU" },
    {
      ...{ bank_reference: "RELEVE-4", direction: "outbound" as const, amount_cents: CHARGES_CENTS },
      label: "Frais de tenue de compte",
    },
  ].map((transaction) => ({ ...received, ...transaction }));
  await client.bringBankTransactions({ transactions }, { headers: { "x-connector-key": key } });
  const charged = await client.listBankTransactions({ q: { bank_reference_eq: "RELEVE-4" } }, { mandataireId });
  for (const { id } of charged) {
    const lines = [{ account_code: BANK_CHARGES, amount_cents: CHARGES_CENTS }];
    await client.assignBankTransaction({ id, lines }, { mandataireId });
  }
}

const CHARGES_CENTS = 480;
/** From the chart of accounts (money.md 5). */
const BANK_CHARGES = "627000";

const POLL_MS = 100;

async function computeRun(
  client: Client,
  { mandataireId, year, pause }: SampleBillingInput,
  month: string,
): Promise<BillingRun> {
  let run = await client.createBillingRun({ period_start: `${year}-${month}-01` }, { mandataireId });
  while (run.status === "draft") {
    await (pause?.() ?? setTimeout(POLL_MS));
    run = await client.getBillingRun({ id: run.id }, { mandataireId });
  }
  return run;
}

/** Acknowledges the anomalies, validates the run and applies it. */
async function applyRun(client: Client, { mandataireId }: SampleBillingInput, { id }: BillingRun): Promise<BillingRun> {
  const options = { mandataireId };
  await client.acknowledgeBillingRunAnomalies({ id }, options);
  await client.validateBillingRun({ id }, options);
  return client.applyBillingRun({ id }, options);
}
