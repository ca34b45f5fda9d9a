import { fillAgency } from "@cartulary/cli";
import { createClient } from "@cartulary/client";
import { agencyLogo } from "./agency-logo.ts";
import type { House } from "./application-fixture.ts";

// biome-ignore lint/suspicious/noExplicitAny: replies are read field by field.
type Body = any;

/** A letter of the demonstration. */
export interface SampleLetter {
  readonly name: string;
  readonly pdf: Uint8Array;
  /** Of the headers `X-Cartulary-Missing` and `X-Cartulary-Warning`. */
  readonly missing: string | null;
  readonly warning: string | null;
}

const RENTAL = "/rental/api/v1";
const YEAR = 2026;
const MONTHS = ["03", "04", "05", "06", "07", "08", "09", "10", "11", "12"];
/** The month in which the demonstration has two runs and payments already. */
const LATER_LEASE = "C-05";

/**
 * Fills a house with the demonstration, lives through its year, and prints one letter of each kind. Each month is billed,
 * its calls are paid on the fifth, but for the tenants who paid a part of January or nothing at all.
 */
export async function sampleLetters(house: House): Promise<readonly SampleLetter[]> {
  const fetch = async (url: string | URL | Request, request?: RequestInit) =>
    house.app.fetch(new Request(url, request));
  const client = createClient({ baseUrl: "http://house.test", token: await house.admin.token(), fetch });
  await fillAgency(client, { year: YEAR, pause: house.work }, () => {});
  const agency = await agencyAt(house);
  await addLogo(house, agency);
  await addLeaseWithDeposit(agency);
  await addSupplierInvoices(agency);
  const revision = await revise(agency);
  for (const month of MONTHS) await liveThrough(house, agency, month);
  passUntil(house, `${YEAR + 1}-01-05`);
  return printAll(agency, revision);
}

type Agency = Awaited<ReturnType<typeof agencyAt>>;

async function agencyAt(house: House) {
  const [{ id }]: Body = (await house.admin.ask<Body>("GET", `${RENTAL}/mandataires`)).body;
  const headers = { "x-mandataire-id": id };
  async function answered(method: string, path: string, json?: object, query?: Record<string, string>): Promise<Body> {
    const reply = await house.admin.ask<Body>(method, RENTAL + path, {
      headers,
      ...(json && { json }),
      ...(query && { query }),
    });
    if (reply.status >= 300) throw new Error(`${method} ${path} is answered ${reply.status}: ${reply.text}`);
    return reply.body;
  }
  return {
    id: String(id),
    post: (path: string, json: object = {}) => answered("POST", path, json),
    patch: (path: string, json: object) => answered("PATCH", path, json),
    get: (path: string, query: Record<string, string> = {}) =>
      answered("GET", path, undefined, { per_page: "100", ...query }),
    async one(path: string, query: Record<string, string>): Promise<Body> {
      const [found] = await answered("GET", path, undefined, { per_page: "100", ...query });
      if (!found) throw new Error(`There is no such record at ${path}: ${JSON.stringify(query)}`);
      return found;
    },
    async print(name: string, path: string, query: Record<string, string> = {}): Promise<SampleLetter> {
      const asking = { headers: { ...headers, accept: "application/pdf" }, query };
      const { status, text, bytes, headers: answer } = await house.admin.ask<Body>("GET", RENTAL + path, asking);
      if (status !== 200) throw new Error(`GET ${path} is answered ${status}: ${text}`);
      const [missing, warning] = [answer.get("x-cartulary-missing"), answer.get("x-cartulary-warning")];
      return { name, pdf: bytes, missing, warning };
    },
    async bring(transactions: readonly object[]): Promise<void> {
      const connector = { name: "Relevés", area: "portal", mandataire_id: id };
      const { body } = await house.admin.ask<Body>("POST", "/api/v1/connectors", { json: connector });
      const reply = await house.ask<Body>("POST", "/portal/v1/bank_transactions", {
        headers: { "x-connector-key": body.key },
        json: { transactions },
      });
      if (reply.status >= 300) throw new Error(`The bank is answered ${reply.status}: ${reply.text}`);
    },
  };
}

async function addLogo(house: House, { id }: Agency): Promise<void> {
  const uploaded_file = new File([agencyLogo()], "logo.png", { type: "image/png" });
  const { body: document } = await house.admin.ask<Body>("POST", "/api/v1/documents/documents", {
    form: { uploaded_file, name: "Logo" },
  });
  const json = { mandataire: { logo_document_id: document.id } };
  const { status, text } = await house.admin.ask("PATCH", `${RENTAL}/mandataires/${id}`, { json });
  if (status !== 200) throw new Error(`The logo is answered ${status}: ${text}`);
}

/** A furnished lease from August to December with a deposit. */
async function addLeaseWithDeposit({ one, post }: Agency): Promise<void> {
  const unit = await one("/units", { "q[identifier_eq]": LATER_LEASE });
  const { id: tenant_id } = await post("/tenants", {
    ...{ first_name: "Inès", last_name: "Le Dantec" },
    bank_accounts: [{ label: "Compte", iban: "FR7630006000011234567890189", is_default: true }],
  });
  await post("/leases", {
    lease: {
      ...{ reference: `Bail ${LATER_LEASE}`, lease_type: "student", status: "active", payment_day: 5 },
      ...{ start_date: `${YEAR}-08-01`, end_date: `${YEAR}-12-31`, signature_date: `${YEAR}-07-15` },
      ...{ auto_renewal: false, security_deposit_cents: 41_000, payment_timing: "advance" },
    },
    tenant_id,
    units: [{ id: unit.id, base_rent_cents: 41_000, charge_provision_cents: 4_500 }],
  });
}

async function addSupplierInvoices({ one, post }: Agency): Promise<void> {
  const property = await one("/properties", { "q[name_eq]": "Résidence Les Tilleuls" });
  const provider = await post("/service_providers", { contact: { company_name: "Plomberie Élan" } });
  for (const [reference, invoice_date, label, charge_nature, total_cents, recoverable_percent] of [
    ["F-118", "2026-03-10", "Remplacement d'une vanne", "repairs", 86_400, 0],
    ["F-131", "2026-06-02", "Nettoyage des parties communes", "other", 216_000, 100],
    ["F-152", "2026-09-15", "Entretien de l'ascenseur", "repairs", 138_000, 100],
  ] as const) {
    await post("/supplier_invoices", {
      ...{ service_provider_id: provider.id, property_id: property.id, reference, invoice_date, label },
      ...{ charge_nature, total_cents, recoverable_percent },
    });
  }
}

async function revise({ one, post }: Agency): Promise<string> {
  const index_values = [
    ["2024-Q2", 145.17, "2024-07-12"],
    ["2024-Q3", 144.51, "2024-10-15"],
    ["2024-Q4", 144.64, "2025-01-15"],
    ["2025-Q2", 146.68, "2025-07-17"],
    ["2025-Q3", 145.77, "2025-10-15"],
    ["2025-Q4", 145.78, "2026-01-15"],
  ].map(([period, value, published_on]) => ({ index_code: "IRL", period, value, published_on }));
  await post("/index_values", { index_values });
  const lease = await one("/leases", { "q[reference_eq]": "Bail A-01" });
  const { id } = await post(`/leases/${lease.id}/revisions`);
  return `/leases/${lease.id}/revisions/${id}/document`;
}

/** Tenants who do not pay, and who pay a half. */
const UNPAID = "Bail A-03";
const HALF_PAID = "Bail A-04";

/** Bills a month on its first day, and brings its payments on the fifth. */
async function liveThrough(house: House, agency: Agency, month: string): Promise<void> {
  const first = `${YEAR}-${month}-01`;
  passUntil(house, first);
  const present = await agency.get("/billing_runs", { "q[period_start_eq]": first });
  const { id } = present[0] ?? (await agency.post("/billing_runs", { period_start: first }));
  // The demonstration has computed April, before payments and invoices changed what it is computed of.
  if (present[0]) await agency.post(`/billing_runs/${id}/recompute`);
  await house.work();
  await agency.post(`/billing_runs/${id}/acknowledge_anomalies`);
  await agency.post(`/billing_runs/${id}/validate?force`);
  await agency.post(`/billing_runs/${id}/apply`);
  passUntil(house, `${YEAR}-${month}-05`);
  const calls = await agency.get("/rent_calls", { "q[billing_run_id_eq]": id });
  await agency.bring(
    calls
      .filter(({ leaseReference }: Body) => leaseReference !== UNPAID)
      .map(({ reference, leaseReference, totalAmountCents }: Body) => ({
        ...{ bank_reference: `P-${reference}`, booked_on: `${YEAR}-${month}-05`, direction: "inbound" },
        ...{ currency: "EUR", method: "bank_transfer", label: `Loyer ${reference}` },
        amount_cents: leaseReference === HALF_PAID ? Math.floor(totalAmountCents / 2) : totalAmountCents,
      })),
  );
}

function passUntil(house: House, day: string): void {
  house.clock.pass(Math.max(0, Date.parse(`${day}T09:00:00Z`) - Date.parse(house.clock.now())));
}

/** Prints one letter of each kind, under the name of its picture. */
async function printAll(agency: Agency, revision: string): Promise<readonly SampleLetter[]> {
  const { get, one, post, print } = agency;
  const lastCallOf = async (reference: string) =>
    (await get("/rent_calls", { "q[lease_reference_eq]": reference, sort: "due_date", direction: "desc" }))[0];
  const [flat, shop] = [await lastCallOf("Bail A-02"), await lastCallOf("Bail B-02")];
  const [half, unpaid] = [await lastCallOf(HALF_PAID), await lastCallOf(UNPAID)];
  const remind = async (level: number) => {
    const { id } = await post(`/rent_calls/${unpaid.id}/reminders`, { level });
    return `/rent_calls/${unpaid.id}/reminders/${id}/document`;
  };
  const property = await one("/properties", { "q[name_eq]": "Résidence Les Tilleuls" });
  const period = { period_from: `${YEAR}-01-01`, period_to: `${YEAR}-12-31` };
  const lines = [{ charge_nature: "taxes", total_cents: 96_000, recoverable_percent: 100 }];
  const charges = await post("/charge_statements", { property_id: property.id, ...period, lines });
  await post(`/charge_statements/${charges.id}/approve`);
  const { leaseId } = await one("/leases", { "q[reference_eq]": "Bail A-02" }).then(({ id: leaseId }) => ({ leaseId }));
  const deposit = await one("/security_deposits", { "q[lease_reference_eq]": `Bail ${LATER_LEASE}` });
  await post(`/security_deposits/${deposit.id}/return`, {
    ...{ returned_on: `${YEAR + 1}-01-04`, in_conformity: false },
    deductions: [{ label: "Remplacement d'une vitre fendue", amount_cents: 8_500 }],
  });
  const owner = await one("/owners", { "q[display_name_eq]": "Anne Aubry" });
  const company = await one("/owners", { "q[display_name_eq]": "SCI du Port" });
  return [
    await print("avis-d-echeance", `/rent_calls/${flat.id}/document`),
    await print("facture", `/rent_calls/${shop.id}/document`),
    await print("quittance", `/rent_calls/${flat.id}/receipt`),
    await print("recu", `/rent_calls/${half.id}/receipt`),
    await print("revision", revision),
    await print("rappel", await remind(1)),
    await print("mise-en-demeure", await remind(3)),
    await print("decompte-de-charges", `/charge_statements/${charges.id}/document`, { lease_id: leaseId }),
    await print("depot-de-garantie", `/security_deposits/${deposit.id}/document`),
    await print("compte-rendu-trimestre", `/owners/${company.id}/statement`, {
      ...{ from: `${YEAR}-10-01`, to: `${YEAR}-12-31` },
    }),
    await print("compte-rendu-annee", `/owners/${owner.id}/statement`, { year: String(YEAR) }),
  ];
}
