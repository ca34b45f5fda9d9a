import { type Day, type Decimal, parseDecimal } from "@cartulary/kernel";
import { type Client, RENTAL_BASE } from "@cartulary/wire";
import type { Highlight, Progress } from "./archive.ts";
import { type Billed, fillBilling } from "./billing.ts";
import { BUILDINGS, type Building, INCIDENTS, type Let, OWNERS } from "./estate.ts";

type Made<Method extends (...words: never[]) => Promise<{ readonly id: unknown }>> = Awaited<ReturnType<Method>>["id"];
type OwnerId = Made<Client["createOwner"]>;
type PropertyId = Made<Client["createProperty"]>;
type UnitId = Made<Client["createUnit"]>;

/**
 * Fills an empty house with a small agency, as an administrator, through the API alone: three buildings, whose they are,
 * who rents them, and what they were called for. Days are those of the years around `year`. A house that does nothing by
 * itself does it whenever it is given a `pause`.
 */
export async function fillAgency(
  client: Client,
  { year, pause }: Pick<Billed, "year" | "pause">,
  report: Progress,
): Promise<readonly Highlight[]> {
  report("the agency");
  const { id: mandataireId } = await client.createMandataire({
    body: {
      ...{ name: "Agence du Port", accountingCode: "PORT", siren: "812345676" },
      ...{ iban: "FR7612548029981234567890161", bic: "AXABFRPP", address: "2 quai du Port\n29200 Brest" },
    },
  });
  const owners: OwnerId[] = [];
  for (const { iban, ...owner } of OWNERS) {
    const bankAccounts = iban === undefined ? [] : [{ label: "Compte courant", iban, isDefault: true }];
    owners.push((await client.createOwner({ mandataireId, body: { ...owner, bankAccounts } })).id);
  }
  for (const building of BUILDINGS) {
    report(building.name);
    await fillBuilding(client, { mandataireId, year, building, owners });
  }
  report("what is wrong with them");
  await reportIncidents(client, mandataireId);
  const billing = await fillBilling(client, { mandataireId, year, ...(pause && { pause }) }, report);
  return [
    ...billing,
    { label: "Leases, with their rent of today", path: `${RENTAL_BASE}/leases?sort=reference` },
    { label: "Units that are shared 1/3–2/3", path: `${RENTAL_BASE}/units?q[identifier_cont]=C-` },
    { label: "The register of mandates", path: `${RENTAL_BASE}/mandates` },
    { label: "Incidents, as the portal brought them", path: `${RENTAL_BASE}/incidents?sort=reference` },
  ];
}

/** As tenants report them, through the program that speaks for the agency. */
async function reportIncidents(client: Client, mandataireId: Made<Client["createMandataire"]>): Promise<void> {
  const connector = { name: "Extranet locataires", area: "portal", mandataireId } as const;
  const { key } = await client.createConnector({ body: connector });
  const headers = { "x-connector-key": key };
  const { items: units } = await client.listUnits({ mandataireId, list: { perPage: INCIDENTS.length } });
  for (const [index, { steps, ...incident }] of INCIDENTS.entries()) {
    const body = { ...incident, scopeType: "Unit", scopeId: units[index]?.id as UnitId } as const;
    const { id } = await client.declareIncident({ headers, body });
    for (const step of steps) await client.moveIncident({ headers, params: { id }, body: step });
  }
}

interface Filling {
  readonly mandataireId: Made<Client["createMandataire"]>;
  readonly year: number;
  readonly building: Building;
  readonly owners: readonly OwnerId[];
}

async function fillBuilding(client: Client, filling: Filling): Promise<void> {
  const { mandataireId, building } = filling;
  const { name, address, city, postalCode, propertyType, units } = building;
  const { id: propertyId } = await client.createProperty({
    mandataireId,
    body: { name, address, city, postalCode, propertyType, shareKeys: [{ name: "Charges générales", total: 1000 }] },
  });
  for (const [index, unit] of units.entries()) {
    const { identifier, unitType, area } = unit;
    const { id } = await client.createUnit({
      mandataireId,
      body: { propertyId, identifier, unitType, areaSqm: decimal(area), floor: String(Math.floor(index / 4)) },
    });
    await own(client, filling, id, index);
    if (unit.lease) await rent(client, filling, { unitId: id, identifier, lease: unit.lease });
  }
  await giveMandates(client, filling, propertyId);
}

/** A unit is somebody's, or shared by all owners of its building. */
async function own(client: Client, { mandataireId, building, owners }: Filling, unitId: UnitId, index: number) {
  const holders = building.shared ?? [[building.owners[index % building.owners.length] ?? 0, 1, 1] as const];
  for (const [holder, shareNumerator, shareDenominator] of holders)
    await client.createOwnership({
      mandataireId,
      body: {
        ...{ ownerId: owners[holder] as OwnerId, unitId, shareNumerator, shareDenominator },
        acquisitionType: "purchase",
      },
    });
}

async function giveMandates(client: Client, { mandataireId, year, building, owners }: Filling, propertyId: PropertyId) {
  for (const holder of building.owners) {
    const { profileId } = await client.getOwner({ mandataireId, params: { id: owners[holder] as OwnerId } });
    await client.createMandate({
      mandataireId,
      body: {
        ...{ ownerProfileId: profileId, propertyId, reference: `Mandat ${building.name} ${holder + 1}` },
        ...{ startDate: `${year - 2}-01-01` as Day, endDate: `${year}-12-31` as Day, renewalMode: "tacit" },
        ...{ managementFeeRate: decimal("7"), vatRateOnFees: decimal("20"), distributionFrequency: "monthly" },
        // Whoever shares a house is paid what is called; all others what is collected.
        ...(building.shared && { accountingMode: "accrual" }),
      },
    });
  }
}

interface Rented {
  readonly unitId: UnitId;
  readonly identifier: string;
  readonly lease: Let;
}

async function rent(client: Client, { mandataireId, year }: Filling, { unitId, identifier, lease }: Rented) {
  const { tenant, terms, rentCents, chargesCents, from, until, isFree } = lease;
  const { vatRate, indexType, ...how } = terms;
  const { id: tenantId } = await client.createTenant({ mandataireId, body: tenant });
  const startDate = `${year - 1}-${from}` as Day;
  await client.createLease({
    mandataireId,
    body: {
      lease: {
        ...how,
        ...{ reference: `Bail ${identifier}`, status: "active", startDate, signatureDate: startDate, paymentDay: 5 },
        ...(until !== undefined && { endDate: `${year + 1}-${until}` as Day, autoRenewal: false }),
      },
      tenantId,
      units: [
        {
          ...{ id: unitId, baseRentCents: rentCents, chargeProvisionCents: chargesCents, indexType },
          ...(vatRate !== undefined && { vatApplicable: true, vatRate: decimal(vatRate) }),
        },
      ],
      ...(isFree && { franchisePeriods: [rentFree(year)] }),
    },
  });
}

/** Three months for works. */
const rentFree = (year: number) =>
  ({
    startDate: `${year - 1}-04-01` as Day,
    endDate: `${year - 1}-06-30` as Day,
    franchiseType: "rent_free",
    reductionPercent: decimal("100"),
    reason: "Travaux du preneur",
    scopeType: "rent",
  }) as const;

const decimal = (text: string): Decimal => parseDecimal(text) as Decimal;
