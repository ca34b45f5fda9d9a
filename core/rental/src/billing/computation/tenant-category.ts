/** One category of lines billed to tenants. */
interface CategoryTraits {
  /** The French label of its lines. */
  readonly label: string;
  /** The journal of the call's entry that has its lines. */
  readonly journal: "LOYERS" | "CHARGES" | "OD";
  /** The amount of the call that its lines add up to. */
  readonly amount: "rent" | "charges" | "other";
  /** The owner's line that has its amounts; `null` if no owner is credited with them. */
  readonly ownerCategory: "owner_rent" | "owner_charges" | "owner_other" | null;
}

/** The categories billed to tenants, in the order in which an instalment fills their lines (effects.md 6, Deposit). */
const CATEGORIES = {
  rent: { label: "Loyer", journal: "LOYERS", amount: "rent", ownerCategory: "owner_rent" },
  charge_provision: {
    label: "Provision sur charges",
    journal: "CHARGES",
    amount: "charges",
    ownerCategory: "owner_charges",
  },
  charges_adjustment: {
    label: "Régularisation de charges",
    journal: "CHARGES",
    amount: "charges",
    ownerCategory: "owner_charges",
  },
  initial_balance: { label: "Solde de reprise", journal: "OD", amount: "other", ownerCategory: "owner_other" },
  tenant_fee: { label: "Honoraires", journal: "LOYERS", amount: "other", ownerCategory: null },
  deposit: { label: "Dépôt de garantie", journal: "LOYERS", amount: "other", ownerCategory: "owner_other" },
} as const satisfies Readonly<Record<string, CategoryTraits>>;

/** A category of lines billed to tenants. */
export type TenantCategory = keyof typeof CATEGORIES;

/** All categories billed to tenants, in the order in which an instalment fills their lines. */
export const TENANT_CATEGORIES = Object.keys(CATEGORIES) as readonly TenantCategory[];

/** The categories with a price for each day, which runs compute period by period. */
export const PERIODIC_CATEGORIES = ["rent", "charge_provision"] as const satisfies readonly TenantCategory[];
export type PeriodicCategory = (typeof PERIODIC_CATEGORIES)[number];

/** Returns how lines of a category are named, booked and credited to owners. */
export const traitsOf = (category: TenantCategory): CategoryTraits => CATEGORIES[category];

/** The categories whose lines add up to one amount of a call. */
export const categoriesOf = (amount: CategoryTraits["amount"]): readonly TenantCategory[] =>
  TENANT_CATEGORIES.filter((category) => CATEGORIES[category].amount === amount);

/** Returns the amount of a call that lines of a category add up to; `other` for an unknown category. */
export const amountKindOf = (category: string): CategoryTraits["amount"] =>
  CATEGORIES[category as TenantCategory]?.amount ?? "other";
