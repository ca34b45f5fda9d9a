import { choice, decimal, flag, type Id, id, integer, type RecordOf, record, text } from "@cartulary/kernel";
import { amountInCents, PERCENTAGE } from "../../agency/field-rules.ts";
import type { ElementOf } from "../estate/array-elements.ts";

export type MandateServiceId = Id<"MandateService">;

/** Ways to bill a service. */
export const BILLING_MODES = ["percentage", "fixed", "per_unit", "per_event"] as const;
export type BillingMode = (typeof BILLING_MODES)[number];

/** Amounts to which a percentage applies. */
export const CALCULATION_BASES = ["rent_excl_tax", "rent_and_charges_excl_tax", "total_incl_tax"] as const;
export type CalculationBase = (typeof CALCULATION_BASES)[number];

/** Recipients of a service's bill. */
export const SERVICE_TARGETS = ["owner", "tenant"] as const;
export type ServiceTarget = (typeof SERVICE_TARGETS)[number];

/** The highest priority and position. */
const ORDER_MAX = 1_000_000;

/** The declaration of a service that the agency bills in addition to management. */
export const mandateServiceRecord = record("mandate service", {
  id: id("MandateService", { set: "program", description: "Identifier of the service" }),
  serviceType: text({ filled: true, description: "Kind of service, such as letting or an inventory" }),
  label: text({ nullable: true, description: "Name of the service on statements" }),
  billingMode: choice(BILLING_MODES, { description: "Whether the price is a percentage, fixed, by unit or by event" }),
  rate: decimal({ ...PERCENTAGE, nullable: true, description: "Price of a service that is billed as a percentage" }),
  amountCents: amountInCents({
    nullable: true,
    description: "Price of a service that is not a percentage, without VAT",
  }),
  calculationBase: choice(CALCULATION_BASES, { nullable: true, description: "Amount that the percentage is taken of" }),
  frequency: text({ nullable: true, description: "How often the service is billed" }),
  triggerEvent: text({ nullable: true, description: "Event that makes the service due, such as a new lease" }),
  target: choice(SERVICE_TARGETS, { default: "owner", description: "Whether the owner or the tenant pays" }),
  deliveryMode: text({ nullable: true, description: "Who performs the service, such as the agency or a contractor" }),
  vatApplicable: flag({ default: true, description: "Whether the price bears VAT; fees of an agency do" }),
  vatRate: decimal({ ...PERCENTAGE, nullable: true, description: "Rate of VAT of the service" }),
  priority: integer({
    min: 0,
    max: ORDER_MAX,
    nullable: true,
    description: "Rank that the client gives the service; answers follow the order of the array",
  }),
  active: flag({
    default: true,
    description: "Whether the service is still billed; of an inactive one only the events from before are",
  }),
  position: integer({
    min: 0,
    max: ORDER_MAX,
    nullable: true,
    description: "Number that the client keeps its own order by; answers follow the order of the array",
  }),
});

/** A service of the agency beyond management, and its fee. */
export type MandateService = RecordOf<typeof mandateServiceRecord>;

/** A service in inputs. */
export type MandateServiceInput = ElementOf<typeof mandateServiceRecord>;
