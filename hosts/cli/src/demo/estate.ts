/** Terms of a kind of lease. */
interface Terms {
  readonly lease_type: "residential_unfurnished" | "residential_furnished" | "commercial";
  readonly payment_frequency: "monthly" | "quarterly";
  readonly payment_timing: "advance";
  readonly auto_renewal: true;
  readonly index_type: "IRL" | "ILC";
  /** Percent; absent for rents without VAT. */
  readonly vat_rate?: string;
}

/** The lease of a unit. */
export interface Let {
  readonly tenant: {
    readonly first_name?: string;
    readonly last_name?: string;
    readonly trade_name?: string;
    readonly tenant_type?: "company";
    readonly vat_number?: string;
  };
  readonly terms: Terms;
  readonly rentCents: number;
  readonly chargesCents: number;
  /** Month and day, in the year before. */
  readonly from: string;
  /** Month and day in the next year, if the lease ends. */
  readonly until?: string;
  /** True when the first months are rent-free. */
  readonly isFree?: true;
  /** What the tenant owed when the agency took the lease over. */
  readonly initialBalanceCents?: number;
  readonly depositCents?: number;
  /** A second tenant, who pays a part of each month. */
  readonly partner?: { readonly first_name: string; readonly last_name: string; readonly monthlyCents: number };
}

interface Lot {
  readonly identifier: string;
  readonly unitType: "apartment" | "retail" | "office" | "parking";
  readonly area: string;
  readonly lease?: Let;
}

/** A building with its units; owners are indexes of {@link OWNERS}. */
export interface Building {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly postalCode: string;
  readonly propertyType: "residential" | "commercial" | "mixed";
  /** Owners take turns, unit by unit. */
  readonly owners: readonly number[];
  /** The shares of every unit, when owners share the building. */
  readonly shared?: readonly (readonly [owner: number, numerator: number, denominator: number])[];
  readonly units: readonly Lot[];
}

/** The owners. The last two share a building; one has no bank account. */
export const OWNERS: readonly {
  readonly first_name: string;
  readonly last_name: string;
  readonly owner_type?: "sci";
  readonly company_name?: string;
  readonly address: string;
  readonly vat_number?: string;
  readonly iban?: string;
}[] = [
  {
    first_name: "Anne",
    last_name: "Aubry",
    iban: "FR7630006000011234567890189",
    address: "18 rue de l'Harteloire\n29200 Brest",
  },
  {
    first_name: "Luc",
    last_name: "Bertin",
    iban: "FR1420041010050500013M02606",
    address: "7 rue de Lyon\n29200 Brest",
  },
  { first_name: "Claire", last_name: "Corre", address: "3 place Saint-Martin\n29200 Brest" },
  {
    first_name: "Denis",
    last_name: "Daniel",
    owner_type: "sci",
    company_name: "SCI des Tilleuls",
    address: "25 rue du Château\n29200 Brest",
  },
  {
    first_name: "Élise",
    last_name: "Évain",
    owner_type: "sci",
    company_name: "SCI du Port",
    address: "1 rue Jean Jaurès\n29200 Brest",
    vat_number: "FR35791234569",
  },
  {
    first_name: "Fanch",
    last_name: "Floc'h",
    address: "12 route du Conquet\n29217 Plougonvelin",
    vat_number: "FR69823456784",
  },
  {
    first_name: "Gaëlle",
    last_name: "Gourvil",
    iban: "FR7630001007941234567890185",
    address: "9 rue de Siam\n29200 Brest",
  },
  { first_name: "Hervé", last_name: "Gourvil", address: "40 boulevard Voltaire\n75011 Paris" },
];

const UNFURNISHED: Terms = {
  lease_type: "residential_unfurnished",
  payment_frequency: "monthly",
  payment_timing: "advance",
  auto_renewal: true,
  index_type: "IRL",
};
const FURNISHED: Terms = { ...UNFURNISHED, lease_type: "residential_furnished" };
const COMMERCIAL: Terms = {
  lease_type: "commercial",
  payment_frequency: "quarterly",
  payment_timing: "advance",
  auto_renewal: true,
  index_type: "ILC",
  vat_rate: "20",
};

const PEOPLE = ["Le Goff", "Martin", "Petit", "Morvan", "Riou", "Salaün", "Tanguy", "Jézéquel", "Kerbrat", "Le Bras"];
const SHOPS = ["Café Élan", "Librairie du Quai", "Optique Marine", "Crêperie Ty Mad", "Cabinet Nord", "Studio Voile"];

const SHOP_VAT_NUMBERS = [
  ...["FR96552100554", "FR22834567892", "FR40303265045", "FR83404833048", "FR89542065479", "FR61954506077"],
];

const flat = (count: number): Lot => ({
  identifier: `A-${String(count + 1).padStart(2, "0")}`,
  unitType: "apartment",
  area: `${28 + 4 * count}.5`,
  lease: {
    tenant: { first_name: "Camille", last_name: PEOPLE[count] ?? "" },
    ...{ terms: UNFURNISHED, rentCents: 48_000 + 3_500 * count, chargesCents: 6_000 },
    from: `0${1 + (count % 9)}-01`,
    ...(count === 4 && { until: "06-15" }),
    ...(count === 0 && {
      depositCents: 48_000,
      partner: { first_name: "Dominique", last_name: "Le Goff", monthlyCents: 20_000 },
    }),
    ...(count === 5 && { initialBalanceCents: 15_000 }),
  },
});

const shop = (count: number): Lot => ({
  identifier: `B-${String(count + 1).padStart(2, "0")}`,
  unitType: count < 4 ? "retail" : "office",
  area: `${60 + 15 * count}`,
  lease: {
    tenant: { trade_name: SHOPS[count] ?? "", tenant_type: "company", vat_number: SHOP_VAT_NUMBERS[count] ?? "" },
    ...{ terms: COMMERCIAL, rentCents: 110_000 + 20_000 * count, chargesCents: 15_000, from: "04-01" },
    ...(count === 0 && { isFree: true }),
  },
});

const studio = (count: number): Lot => ({
  identifier: `C-${String(count + 1).padStart(2, "0")}`,
  unitType: "apartment",
  area: `${18 + count}.25`,
  ...(count < 4 && {
    lease: {
      tenant: { first_name: "Alex", last_name: PEOPLE[9 - count] ?? "" },
      ...{ terms: FURNISHED, rentCents: 39_000 + 1_000 * count, chargesCents: 4_500, from: "09-01" },
    },
  }),
});

const several = (count: number, make: (index: number) => Lot) => Array.from({ length: count }, (_, at) => make(at));

/** Twenty-four units, twenty of them let. */
export const BUILDINGS: readonly Building[] = [
  {
    name: "Résidence Les Tilleuls",
    address: "12 rue des Tilleuls",
    city: "Brest",
    postalCode: "29200",
    propertyType: "residential",
    owners: [0, 1, 2, 3],
    units: [
      ...several(10, flat),
      { identifier: "A-P1", unitType: "parking", area: "12" },
      { identifier: "A-P2", unitType: "parking", area: "12" },
    ],
  },
  {
    name: "Galerie du Port",
    address: "4 quai de la Douane",
    city: "Brest",
    postalCode: "29200",
    propertyType: "commercial",
    owners: [4, 5],
    units: several(6, shop),
  },
  {
    name: "Maison Gourvil",
    address: "9 rue de Siam",
    city: "Brest",
    postalCode: "29200",
    propertyType: "mixed",
    owners: [6, 7],
    shared: [
      [6, 1, 3],
      [7, 2, 3],
    ],
    units: several(6, studio),
  },
];

/** An incident and its later statuses. */
interface SampleIncident {
  readonly title: string;
  readonly description: string;
  readonly priority: "low" | "normal" | "high";
  readonly room?: string;
  readonly category_name: string;
  readonly legacy_reference: string;
  readonly reporter_type: string;
  readonly steps: readonly {
    readonly status: "acknowledged" | "pending_intervention" | "resolved";
    readonly outcome_message?: string;
  }[];
}

export const INCIDENTS: readonly SampleIncident[] = [
  {
    ...{ title: "Fuite sous l'évier", description: "L'eau goutte depuis hier soir.", room: "Cuisine" },
    priority: "high",
    ...{ category_name: "Plomberie", legacy_reference: "EXT-1", reporter_type: "tenant" },
    steps: [{ status: "acknowledged" }, { status: "pending_intervention" }],
  },
  {
    ...{ title: "Interphone en panne", description: "Il ne sonne plus." },
    priority: "normal",
    ...{ category_name: "Électricité", legacy_reference: "EXT-2", reporter_type: "tenant" },
    steps: [{ status: "acknowledged" }, { status: "resolved", outcome_message: "Combiné remplacé." }],
  },
  {
    ...{ title: "Volet bloqué", description: "Celui de la chambre ne remonte pas.", room: "Chambre" },
    priority: "low",
    ...{ category_name: "Menuiserie", legacy_reference: "EXT-3", reporter_type: "tenant" },
    steps: [],
  },
];
