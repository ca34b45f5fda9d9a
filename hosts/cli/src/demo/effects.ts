import type { Client } from "@cartulary/client";
import { RENTAL_BASE } from "@cartulary/wire";
import type { Highlight } from "./archive.ts";

/** The agency, its year, and its shared building, of which the owners have mandates with a service by event. */
interface SampleEffectsInput {
  readonly mandataireId: string;
  readonly year: number;
  /** The name of the building. */
  readonly building: string;
  /** The reference of the lease whose rent is agreed anew after it was billed. */
  readonly raised: string;
}

/**
 * Records what the next run and the books show beside rents: a supplier's invoice, a draft of a statement of charges, an
 * event of a service, and a higher rent from February on, which February was billed without.
 */
export async function fillEffects(client: Client, input: SampleEffectsInput): Promise<readonly Highlight[]> {
  const { mandataireId, year } = input;
  const options = { mandataireId };
  const [building] = await client.listProperties({ q: { name_eq: input.building } }, options);
  const property_id = building?.id ?? "";
  const { id: service_provider_id } = await client.createServiceProvider(
    {
      contact: {
        ...{ company_name: "Plomberie Iroise", activity: "Plomberie" },
        bank_accounts: [{ iban: "FR7630004000010008200000187", is_default: true }],
      },
    },
    options,
  );
  await client.createSupplierInvoice(
    {
      ...{ service_provider_id, property_id, reference: `PI-${year}-12`, label: "Remplacement du chauffe-eau" },
      ...{ invoice_date: `${year}-02-10`, due_date: `${year}-03-10`, total_cents: 24_000, vat_cents: 4_000 },
      ...{ charge_nature: "repairs", recoverable_percent: 50 },
    },
    options,
  );
  const statement = await client.createChargeStatement(
    {
      ...{ property_id, period_from: `${year - 1}-01-01`, period_to: `${year - 1}-12-31` },
      lines: [{ charge_nature: "insurance", total_cents: 180_000, recoverable_percent: 100 }],
    },
    options,
  );
  const events = await recordEvent(client, input, property_id);
  await raiseRent(client, input);
  return [
    { label: "An invoice of a supplier, which the owners bear", path: `${RENTAL_BASE}/supplier_invoices` },
    { label: "A draft of a statement of charges", path: `${RENTAL_BASE}/charge_statements/${statement.id}` },
    { label: "The deposits of tenants", path: `${RENTAL_BASE}/security_deposits` },
    { label: "The call of an initial balance", path: `${RENTAL_BASE}/rent_calls?q[kind_eq]=initial_balance` },
    { label: "An event of a service, to be billed", path: events },
  ];
}

async function recordEvent(
  client: Client,
  { mandataireId, year }: SampleEffectsInput,
  property_id: string,
): Promise<string> {
  const [mandate] = await client.listMandates(
    { q: { property_id_eq: property_id }, sort: "reference" },
    { mandataireId },
  );
  const id = mandate?.id ?? "";
  const { mandateServices } = await client.getMandate({ id }, { mandataireId });
  const event = { occurred_on: `${year}-02-15`, quantity: 2, label: "Deux déclarations de sinistre" };
  await client.createServiceEvent({ id, mandate_service_id: mandateServices[0]?.id ?? "", ...event }, { mandataireId });
  return `${RENTAL_BASE}/mandates/${id}/service_events`;
}

/** How much more a month costs, from February on. */
const RAISED_CENTS = 2_000;

async function raiseRent(client: Client, { mandataireId, year, raised }: SampleEffectsInput): Promise<void> {
  const [found] = await client.listLeases({ q: { reference_eq: raised } }, { mandataireId });
  const { units, terms } = await client.getLease({ id: found?.id ?? "" }, { mandataireId });
  const base_rent_cents = (terms.at(-1)?.baseRent?.cents ?? 0) + RAISED_CENTS;
  await client.createLeaseTerm(
    {
      lease_term: {
        ...{ lease_id: found?.id ?? "", effective_from: `${year}-02-01` },
        lease_unit_terms: units.map(({ id }) => ({ lease_unit_id: id, base_rent_cents })),
      },
    },
    { mandataireId },
  );
}
