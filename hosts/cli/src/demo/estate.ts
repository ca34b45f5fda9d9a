/** How leases of a kind are let: paid when, revised by what. */
interface Terms {
  readonly leaseType: "residential_unfurnished" | "residential_furnished" | "commercial";
  readonly paymentFrequency: "monthly" | "quarterly";
  readonly paymentTiming: "advance";
  readonly autoRenewal: true;
  readonly indexType: "IRL" | "ILC";
  /** Percent; without it the rent bears no VAT. */
  readonly vatRate?: string;
}

/** What a unit is let for. */
export interface Let {
  readonly tenant: { readonly firstName?: string; readonly lastName?: string; readonly tradeName?: string };
  readonly terms: Terms;
  readonly rentCents: number;
  readonly chargesCents: number;
  /** Month and day of the year before. */
  readonly from: string;
  /** Month and day of the next year, where the lease ends. */
  readonly until?: string;
  /** Whether the rent is free for the first months. */
  readonly isFree?: true;
}

interface Lot {
  readonly identifier: string;
  readonly unitType: "apartment" | "retail" | "office" | "parking";
  readonly area: string;
  readonly lease?: Let;
}

/** A building with its units; owners are numbers in {@link OWNERS}. */
export interface Building {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly postalCode: string;
  readonly propertyType: "residential" | "commercial" | "mixed";
  /** Unit by unit in turn. */
  readonly owners: readonly number[];
  /** Who has which part of every unit, where they are shared. */
  readonly shared?: readonly (readonly [owner: number, numerator: number, denominator: number])[];
  readonly units: readonly Lot[];
}

/** Who charged the agency. The last two share a building; one has not said where to be paid. */
export const OWNERS: readonly {
  readonly firstName: string;
  readonly lastName: string;
  readonly ownerType?: "sci";
  readonly companyName?: string;
  readonly iban?: string;
}[] = [
  { firstName: "Anne", lastName: "Aubry", iban: "FR7630006000011234567890189" },
  { firstName: "Luc", lastName: "Bertin", iban: "FR1420041010050500013M02606" },
  { firstName: "Claire", lastName: "Corre" },
  { firstName: "Denis", lastName: "Daniel", ownerType: "sci", companyName: "SCI des Tilleuls" },
  { firstName: "Élise", lastName: "Évain", ownerType: "sci", companyName: "SCI du Port" },
  { firstName: "Fanch", lastName: "Floc'h" },
  { firstName: "Gaëlle", lastName: "Gourvil", iban: "FR7630001007941234567890185" },
  { firstName: "Hervé", lastName: "Gourvil" },
];

const UNFURNISHED: Terms = {
  leaseType: "residential_unfurnished",
  paymentFrequency: "monthly",
  paymentTiming: "advance",
  autoRenewal: true,
  indexType: "IRL",
};
const FURNISHED: Terms = { ...UNFURNISHED, leaseType: "residential_furnished" };
const COMMERCIAL: Terms = {
  leaseType: "commercial",
  paymentFrequency: "quarterly",
  paymentTiming: "advance",
  autoRenewal: true,
  indexType: "ILC",
  vatRate: "20",
};

const PEOPLE = ["Le Goff", "Martin", "Petit", "Morvan", "Riou", "Salaün", "Tanguy", "Jézéquel", "Kerbrat", "Le Bras"];
const SHOPS = ["Café Élan", "Librairie du Quai", "Optique Marine", "Crêperie Ty Mad", "Cabinet Nord", "Studio Voile"];

const flat = (count: number): Lot => ({
  identifier: `A-${String(count + 1).padStart(2, "0")}`,
  unitType: "apartment",
  area: `${28 + 4 * count}.5`,
  lease: {
    tenant: { firstName: "Camille", lastName: PEOPLE[count] ?? "" },
    ...{ terms: UNFURNISHED, rentCents: 48_000 + 3_500 * count, chargesCents: 6_000 },
    from: `0${1 + (count % 9)}-01`,
    ...(count === 4 && { until: "06-15" }),
  },
});

const shop = (count: number): Lot => ({
  identifier: `B-${String(count + 1).padStart(2, "0")}`,
  unitType: count < 4 ? "retail" : "office",
  area: `${60 + 15 * count}`,
  lease: {
    tenant: { tradeName: SHOPS[count] ?? "" },
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
      tenant: { firstName: "Alex", lastName: PEOPLE[9 - count] ?? "" },
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

/** Something that a tenant reported, and how it went on. */
interface Reported {
  readonly title: string;
  readonly description: string;
  readonly priority: "low" | "normal" | "high";
  readonly room?: string;
  readonly categoryName: string;
  readonly legacyReference: string;
  readonly reporterType: string;
  readonly steps: readonly {
    readonly status: "acknowledged" | "pending_intervention" | "resolved";
    readonly outcomeMessage?: string;
  }[];
}

export const INCIDENTS: readonly Reported[] = [
  {
    ...{ title: "Fuite sous l'évier", description: "L'eau goutte depuis hier soir.", room: "Cuisine" },
    priority: "high",
    ...{ categoryName: "Plomberie", legacyReference: "EXT-1", reporterType: "tenant" },
    steps: [{ status: "acknowledged" }, { status: "pending_intervention" }],
  },
  {
    ...{ title: "Interphone en panne", description: "Il ne sonne plus." },
    priority: "normal",
    ...{ categoryName: "Électricité", legacyReference: "EXT-2", reporterType: "tenant" },
    steps: [{ status: "acknowledged" }, { status: "resolved", outcomeMessage: "Combiné remplacé." }],
  },
  {
    ...{ title: "Volet bloqué", description: "Celui de la chambre ne remonte pas.", room: "Chambre" },
    priority: "low",
    ...{ categoryName: "Menuiserie", legacyReference: "EXT-3", reporterType: "tenant" },
    steps: [],
  },
];
