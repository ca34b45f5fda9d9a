import { setTimeout } from "node:timers/promises";
import type { Day } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { type Client, RENTAL_BASE } from "@cartulary/wire";
import type { Highlight, Progress } from "./archive.ts";

type BillingRun = Awaited<ReturnType<Client["getBillingRun"]>>;

/** Whose months are billed, and in which year. */
export interface Billed {
  readonly mandataireId: Awaited<ReturnType<Client["createMandataire"]>>["id"];
  readonly year: number;
  /** Lets the house do what it was asked for: time, of a house that does it by itself. */
  readonly pause?: () => Promise<unknown>;
}

/**
 * Bills an agency's first months, through the API alone: January and February are applied, and April waits in review, with
 * whatever was noticed about it. The accounting file of the year comes last.
 */
export async function fillBilling(client: Client, billed: Billed, report: Progress): Promise<readonly Highlight[]> {
  const { mandataireId, year } = billed;
  report("January's rents");
  const january = await applied(client, billed, await computed(client, billed, "01"));
  report("what the bank says of January");
  await bringPayments(client, billed, january);
  report("February's rents");
  await applied(client, billed, await computed(client, billed, "02"));
  report("April's rents, to be looked through");
  const april = await computed(client, billed, "04");
  report("the accounting file");
  const fec = await client.createFecExport({ mandataireId, body: { year } });
  const [notice] = january.billingNoticesSummary.notices;
  return [
    { label: "Billing runs: two applied, one in review", path: `${RENTAL_BASE}/billing_runs?sort=period_start` },
    {
      label: "What was noticed about April",
      path: `${RENTAL_BASE}/billing_runs/${april.id}/lines?q[has_anomaly_eq]=true`,
    },
    { label: "What was called for in January", path: `${RENTAL_BASE}/rent_calls?q[billing_run_id_eq]=${january.id}` },
    { label: "A notice of January, as PDF", path: `${RENTAL_BASE}/rent_calls/${notice?.id}/document` },
    { label: "Bank transactions, one of them nobody's", path: `${RENTAL_BASE}/bank_transactions?sort=bank_reference` },
    { label: "What the bank and the book say", path: `${RENTAL_BASE}/accounting/reconciliation` },
    { label: "What tenants paid", path: `${RENTAL_BASE}/payments?sort=reference` },
    { label: "What was received on it, as PDF", path: `${RENTAL_BASE}/rent_calls/${notice?.id}/receipt` },
    { label: "What owners are paid", path: `${RENTAL_BASE}/owner_payouts?sort=reference` },
    { label: "The accounting file of the year", path: `${RENTAL_BASE}/fec_exports/${fec.id}/download` },
  ];
}

/**
 * Two tenants paid, one of them half; of the third transaction nothing says whose it is. The bank took its charges, which
 * are assigned to their account.
 */
async function bringPayments(
  client: Client,
  { mandataireId, year }: Billed,
  { billingNoticesSummary: { notices } }: BillingRun,
): Promise<void> {
  const { key } = await client.createConnector({ body: { name: "Banque", area: "portal", mandataireId } });
  const [whole, part] = notices;
  if (!whole || !part) throw new Error("January called for nothing");
  const received = { bookedOn: `${year}-01-01` as Day, direction: "inbound", method: "bank_transfer" } as const;
  const transactions = [
    { bankReference: "RELEVE-1", amountCents: cents(whole.totalAmountCents), label: `Loyer ${whole.reference}` },
    {
      bankReference: "RELEVE-2",
      amountCents: cents(Math.floor(part.totalAmountCents / 2)),
      label: `Acompte ${part.reference}`,
    },
    { bankReference: "RELEVE-3", amountCents: cents(12_345), label: "VIR SEPA RECU" },
    {
      ...{ bankReference: "RELEVE-4", direction: "outbound" as const, amountCents: CHARGES },
      label: "Frais de tenue de compte",
    },
  ].map((transaction) => ({ ...received, ...transaction }));
  await client.bringBankTransactions({ headers: { "x-connector-key": key }, body: { transactions } });
  const conditions = [{ fields: ["bankReference"], join: "and", predicate: "eq", values: ["RELEVE-4"] }] as const;
  const { items } = await client.listBankTransactions({ mandataireId, list: { conditions } });
  for (const { id } of items) {
    const body = { lines: [{ accountCode: BANK_CHARGES, amountCents: CHARGES }] };
    await client.assignBankTransaction({ mandataireId, params: { id }, body });
  }
}

const CHARGES = cents(480);
/** Of the chart of the rental books (money.md 5). */
const BANK_CHARGES = "627000";

const POLL_MS = 100;

async function computed(client: Client, { mandataireId, year, pause }: Billed, month: string): Promise<BillingRun> {
  const body = { periodStart: `${year}-${month}-01` as Day };
  let run = await client.createBillingRun({ mandataireId, body });
  while (run.status === "draft") {
    await (pause?.() ?? setTimeout(POLL_MS));
    run = await client.getBillingRun({ mandataireId, params: { id: run.id } });
  }
  return run;
}

/** Somebody has looked through its anomalies, and found it right. */
async function applied(client: Client, { mandataireId }: Billed, { id }: BillingRun): Promise<BillingRun> {
  const asked = { mandataireId, params: { id } };
  await client.acknowledgeBillingRunAnomalies(asked);
  await client.validateBillingRun(asked);
  return client.applyBillingRun(asked);
}
