import type { Decimal, Id } from "@cartulary/kernel";
import { type Cents, LINE_CENTS_MAX } from "@cartulary/ledger";
import type { ElementInput, ElementRules } from "../estate/elements.ts";
import { aLine, aName, anything, decimalOf, type FieldRule, nullable, wholeNumber } from "../estate/fields.ts";

export type MandateServiceId = Id<"MandateService">;

/** How a service is billed. */
export const BILLING_MODES = ["percentage", "fixed", "per_unit", "per_event"] as const;
/** One of {@link BILLING_MODES}. */
export type BillingMode = (typeof BILLING_MODES)[number];

/** What a percentage is taken of. */
export const CALCULATION_BASES = ["rent_excl_tax", "rent_and_charges_excl_tax", "total_incl_tax"] as const;
/** One of {@link CALCULATION_BASES}. */
export type CalculationBase = (typeof CALCULATION_BASES)[number];

/** Whom a service is billed to. */
export const SERVICE_TARGETS = ["owner", "tenant"] as const;
/** One of {@link SERVICE_TARGETS}. */
export type ServiceTarget = (typeof SERVICE_TARGETS)[number];

/** What the agency does besides managing, and what it costs. */
export interface MandateService {
  readonly id: MandateServiceId;
  readonly serviceType: string;
  readonly label: string | null;
  readonly billingMode: BillingMode;
  /** Percent. */
  readonly rate: Decimal | null;
  readonly amountCents: Cents | null;
  readonly calculationBase: CalculationBase | null;
  readonly frequency: string | null;
  readonly triggerEvent: string | null;
  readonly target: ServiceTarget;
  readonly deliveryMode: string | null;
  readonly vatApplicable: boolean;
  /** Percent. */
  readonly vatRate: Decimal | null;
  readonly priority: number | null;
  readonly active: boolean;
  /** As it was given. The services stand in the order of their array whatever it says. */
  readonly position: number | null;
}

/** What may be said of a service; with an id, of one that is there. */
export interface MandateServiceInput extends ElementInput {
  readonly id?: MandateServiceId;
  readonly serviceType?: string;
  readonly label?: string | null;
  readonly billingMode?: BillingMode;
  readonly rate?: Decimal | null;
  readonly amountCents?: Cents | null;
  readonly calculationBase?: CalculationBase | null;
  readonly frequency?: string | null;
  readonly triggerEvent?: string | null;
  /** Default `owner`. */
  readonly target?: ServiceTarget;
  readonly deliveryMode?: string | null;
  /** Default true: fees always bear VAT. */
  readonly vatApplicable?: boolean;
  readonly vatRate?: Decimal | null;
  readonly priority?: number | null;
  /** Default true. */
  readonly active?: boolean;
  readonly position?: number | null;
}

const PERCENT_MAX = 1_000_000;
const ORDER_MAX = 1_000_000;

/** No amount that the book could not have in a line. */
const anAmount: FieldRule<Cents> = wholeNumber(0, LINE_CENTS_MAX) as FieldRule<number> as FieldRule<Cents>;

/** What a service has to be. */
export const mandateServiceRules: ElementRules<MandateServiceInput> = {
  rules: {
    serviceType: aName,
    label: nullable(aLine),
    billingMode: anything(),
    rate: nullable(decimalOf(4, 0, PERCENT_MAX)),
    amountCents: nullable(anAmount),
    calculationBase: anything(),
    frequency: nullable(aLine),
    triggerEvent: nullable(aLine),
    target: anything(),
    deliveryMode: nullable(aLine),
    vatApplicable: anything(),
    vatRate: nullable(decimalOf(4, 0, PERCENT_MAX)),
    priority: nullable(wholeNumber(0, ORDER_MAX)),
    active: anything(),
    position: nullable(wholeNumber(0, ORDER_MAX)),
  },
  required: ["serviceType", "billingMode"],
};

/** What a new service is until something is said of it. */
export const blankMandateService: Omit<MandateService, "id"> = {
  serviceType: "",
  label: null,
  billingMode: "percentage",
  rate: null,
  amountCents: null,
  calculationBase: null,
  frequency: null,
  triggerEvent: null,
  target: "owner",
  deliveryMode: null,
  vatApplicable: true,
  vatRate: null,
  priority: null,
  active: true,
  position: null,
};
