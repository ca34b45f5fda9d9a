import type { Client } from "@cartulary/client";
import { RENTAL_BASE } from "@cartulary/wire";
import type { Highlight, Progress } from "./archive.ts";
import { fillMonths, fillReview, type SampleBillingInput } from "./billing.ts";
import { fillEffects } from "./effects.ts";
import { BUILDINGS, type Building, INCIDENTS, type Let, OWNERS } from "./estate.ts";

/**
 * Creates a small sample agency through the API, as an administrator: three buildings with owners, tenants and billing.
 * Dates are around `year`. `pause` runs the jobs of a host without a job runner.
 */
export async function fillAgency(
  client: Client,
  { year, pause }: Pick<SampleBillingInput, "year" | "pause">,
  report: Progress,
): Promise<readonly Highlight[]> {
  report("the agency");
  const { id: mandataireId } = await client.createMandataire({
    mandataire: {
      ...{ name: "Agence du Port", accounting_code: "PORT", siren: "812345676" },
      ...{ iban: "FR7612548029981234567890161", bic: "AXABFRPP", address: "2 quai du Port\n29200 Brest" },
      ...LETTERHEAD,
    },
  });
  const owners: string[] = [];
  for (const { iban, ...owner } of OWNERS) {
    const bank_accounts = iban === undefined ? [] : [{ label: "Compte courant", iban, is_default: true }];
    owners.push((await client.createOwner({ ...owner, bank_accounts }, { mandataireId })).id);
  }
  for (const building of BUILDINGS) {
    report(building.name);
    await fillBuilding(client, { mandataireId, year, building, owners });
  }
  report("incidents");
  await reportIncidents(client, mandataireId);
  const billed = { mandataireId, year, ...(pause && { pause }) };
  const months = await fillMonths(client, billed, report);
  report("an invoice, charges, an event and a higher rent");
  const effects = await fillEffects(client, { mandataireId, year, building: "Maison Gourvil", raised: "Bail A-02" });
  return [
    ...months,
    ...(await fillReview(client, billed, report)),
    ...effects,
    { label: "Leases, with their rent of today", path: `${RENTAL_BASE}/leases?sort=reference` },
    { label: "Units shared 1/3–2/3", path: `${RENTAL_BASE}/units?q[identifier_cont]=C-` },
    { label: "The register of mandates", path: `${RENTAL_BASE}/mandates` },
    { label: "Incidents reported through the portal", path: `${RENTAL_BASE}/incidents?sort=reference` },
  ];
}

/** By which the agency says on its letters who it is. */
const LETTERHEAD = {
  ...{ legal_form: "SARL", share_capital_cents: 1_000_000, rcs_city: "Brest", vat_number: "FR19812345676" },
  ...{ card_number: "CPI 2901 2024 000 012 345", card_issuer: "CCI métropolitaine Bretagne Ouest" },
  ...{ guarantor_name: "Garantie Immobilière Mutuelle", guarantor_address: "14 rue de Londres\n75009 Paris" },
  ...{ phone: "02 98 00 11 22", email: "bonjour@agence-du-port.example", website: "agence-du-port.example" },
};

/** Declares incidents as the tenant portal does, with a connector key. */
async function reportIncidents(client: Client, mandataireId: string): Promise<void> {
  const connector = { name: "Extranet locataires", area: "portal", mandataire_id: mandataireId } as const;
  const { key } = await client.createConnector(connector);
  const portal = { headers: { "x-connector-key": key } };
  const units = await client.listUnits({ per_page: INCIDENTS.length }, { mandataireId });
  for (const [index, { steps, ...incident }] of INCIDENTS.entries()) {
    const declaration = { ...incident, scope_type: "Unit", scope_id: units[index]?.id ?? "" } as const;
    const { id } = await client.declareIncident(declaration, portal);
    for (const step of steps) await client.moveIncident({ id, ...step }, portal);
  }
}

interface BuildingInput {
  readonly mandataireId: string;
  readonly year: number;
  readonly building: Building;
  readonly owners: readonly string[];
}

async function fillBuilding(client: Client, input: BuildingInput): Promise<void> {
  const { mandataireId, building } = input;
  const { name, address, city, postalCode, propertyType, units } = building;
  const place = { name, address, city, postal_code: postalCode, property_type: propertyType };
  const share_keys = [{ name: "Charges générales", total: 1000 }];
  const { id: property_id } = await client.createProperty({ ...place, share_keys }, { mandataireId });
  for (const [index, unit] of units.entries()) {
    const { identifier, unitType: unit_type, area } = unit;
    const { id } = await client.createUnit(
      { property_id, identifier, unit_type, area_sqm: Number(area), floor: String(Math.floor(index / 4)) },
      { mandataireId },
    );
    await createOwnerships(client, input, id, index);
    if (unit.lease) await createLeaseOf(client, input, { unitId: id, identifier, lease: unit.lease });
  }
  await createMandates(client, input, property_id);
}

/** A unit has one owner, or shares of all owners of its building. */
async function createOwnerships(
  client: Client,
  { mandataireId, building, owners }: BuildingInput,
  unitId: string,
  index: number,
) {
  const holders = building.shared ?? [[building.owners[index % building.owners.length] ?? 0, 1, 1] as const];
  for (const [holder, share_numerator, share_denominator] of holders)
    await client.createOwnership(
      {
        ownership: {
          ...{ owner_id: owners[holder] ?? "", unit_id: unitId, share_numerator, share_denominator },
          acquisition_type: "purchase",
        },
      },
      { mandataireId },
    );
}

async function createMandates(
  client: Client,
  { mandataireId, year, building, owners }: BuildingInput,
  propertyId: string,
) {
  for (const holder of building.owners) {
    const { profileId } = await client.getOwner({ id: owners[holder] ?? "" }, { mandataireId });
    await client.createMandate(
      {
        ...{ owner_profile_id: profileId, property_id: propertyId, reference: `Mandat ${building.name} ${holder + 1}` },
        ...{ start_date: `${year - 2}-01-01`, end_date: `${year}-12-31`, renewal_mode: "tacit" },
        ...{ management_fee_rate: 7, vat_rate_on_fees: 20, distribution_frequency: "monthly" },
        // Owners of a shared building are paid what is called, all others what is collected.
        ...(building.shared && {
          accounting_mode: "accrual",
          mandate_services: [
            { service_type: "claim", label: "Suivi de sinistre", billing_mode: "per_event", amount_cents: 4_500 },
          ],
        }),
      },
      { mandataireId },
    );
  }
}

interface LeaseInput {
  readonly unitId: string;
  readonly identifier: string;
  readonly lease: Let;
}

async function createLeaseOf(
  client: Client,
  { mandataireId, year }: BuildingInput,
  { unitId, identifier, lease }: LeaseInput,
) {
  const { tenant, terms, rentCents, chargesCents, from, until, isFree, partner } = lease;
  const { vat_rate, index_type, ...leaseTerms } = terms;
  const { id: tenant_id } = await client.createTenant(tenant, { mandataireId });
  const start_date = `${year - 1}-${from}`;
  const { id: lease_id } = await client.createLease(
    {
      lease: {
        ...leaseTerms,
        ...{
          reference: `Bail ${identifier}`,
          status: "active",
          start_date,
          signature_date: start_date,
          payment_day: 5,
        },
        ...(until !== undefined && { end_date: `${year + 1}-${until}`, auto_renewal: false }),
        ...(lease.depositCents !== undefined && { security_deposit_cents: lease.depositCents }),
        ...(lease.initialBalanceCents !== undefined && { initial_balance_cents: lease.initialBalanceCents }),
      },
      tenant_id,
      units: [
        {
          ...{ id: unitId, base_rent_cents: rentCents, charge_provision_cents: chargesCents, index_type },
          ...(vat_rate !== undefined && { vat_applicable: true, vat_rate: Number(vat_rate) }),
        },
      ],
      ...(isFree && { franchise_periods: [rentFree(year)] }),
    },
    { mandataireId },
  );
  if (!partner) return;
  const { monthlyCents: rent_contribution_cents, ...person } = partner;
  const { id: partyable_id } = await client.createTenant(person, { mandataireId });
  await client.createLeaseParty(
    {
      lease_party: {
        ...{ lease_id, party_type: "tenant", role: "co_tenant", partyable_type: "TenantActor", partyable_id },
        rent_contribution_cents,
      },
    },
    { mandataireId },
  );
}

/** A rent-free period of three months for works. */
const rentFree = (year: number) =>
  ({
    start_date: `${year - 1}-04-01`,
    end_date: `${year - 1}-06-30`,
    franchise_type: "rent_free",
    reduction_percent: 100,
    reason: "Travaux du preneur",
    scope_type: "rent",
  }) as const;
