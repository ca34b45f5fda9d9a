import { type Day, type FieldError, type Id, presentErrors } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import {
  aDay,
  aLine,
  aName,
  anAmount,
  anything,
  type FieldRules,
  fault,
  nullable,
  orderError,
  wholeNumber,
} from "../estate/fields.ts";
import type { BillingCalendar } from "../mandataire.ts";
import type { LeaseArraysInput } from "./arrays.ts";
import type {
  Lease,
  LeaseStatus,
  LeaseType,
  PaymentFrequency,
  PaymentTiming,
  Proration,
  RevisionMode,
} from "./lease.ts";
import type { LeaseUnitInput, LetUnitInput } from "./lease-units.ts";

/** What may be said of a lease by itself. An absent field keeps its value; on creation it gets its default. */
export interface LeaseAttributesInput {
  readonly reference?: string;
  readonly leaseType?: LeaseType;
  readonly startDate?: Day;
  readonly endDate?: Day | null;
  readonly signatureDate?: Day | null;
  readonly paymentDay?: number;
  readonly paymentFrequency?: PaymentFrequency;
  readonly paymentTiming?: PaymentTiming;
  /** Default false. */
  readonly autoRenewal?: boolean;
  readonly noticeMonths?: number;
  readonly externalId?: string | null;
  /** Default `manual`. */
  readonly revisionMode?: RevisionMode;
  readonly initialBalanceCents?: Cents | null;
  readonly cafAllocataireNumber?: string | null;
  readonly billingCalendar?: BillingCalendar | null;
  readonly billingCycleMonth?: number | null;
  readonly renewalNoticePeriod?: number | null;
  readonly securityDepositCents?: Cents | null;
  /** Default `actual_month`. */
  readonly proration?: Proration;
}

/** What a lease's body says of a term: the first one, or a new one from a day on. */
export interface OpenedTermInput {
  readonly revisionMonth?: number;
  /** Default the lease's first day where there is no term, else that of today's term, which is then changed. */
  readonly effectiveFrom?: Day;
  readonly effectiveTo?: Day | null;
}

/** What stands in a lease's body beside the lease itself. */
export interface LeaseSurroundings extends LeaseArraysInput {
  readonly term?: OpenedTermInput;
  /** Units to let, with what they cost. */
  readonly units?: readonly LetUnitInput[];
  readonly unitIds?: readonly Id<"Unit">[];
  readonly leaseUnits?: readonly LeaseUnitInput[];
  readonly tenantId?: Id<"TenantActor">;
}

/** What may be said of a lease that there is. Dates decide its status, and doors do: naming another one is refused. */
export type LeaseInput = LeaseAttributesInput & LeaseSurroundings & { readonly status?: LeaseStatus };

/** What is said of a lease that is being made. */
export type NewLeaseInput = LeaseAttributesInput &
  LeaseSurroundings & {
    /** Default `draft`; an active one has all that activating asks for. */
    readonly status?: "draft" | "active";
  };

/** Fifty years. */
const MONTHS_MAX = 600;

const attributeRules: FieldRules<LeaseAttributesInput> = {
  reference: aName,
  leaseType: anything(),
  startDate: aDay,
  endDate: nullable(aDay),
  signatureDate: nullable(aDay),
  paymentDay: wholeNumber(1, 31),
  paymentFrequency: anything(),
  paymentTiming: anything(),
  autoRenewal: anything(),
  noticeMonths: wholeNumber(0, MONTHS_MAX),
  externalId: nullable(aLine),
  revisionMode: anything(),
  initialBalanceCents: nullable(anAmount("signed")),
  cafAllocataireNumber: nullable(aLine),
  billingCalendar: anything(),
  billingCycleMonth: nullable(wholeNumber(1, 12)),
  renewalNoticePeriod: nullable(wholeNumber(0, MONTHS_MAX)),
  securityDepositCents: nullable(anAmount()),
  proration: anything(),
};

/** What each field of a lease has to be. */
export const leaseRules: FieldRules<LeaseAttributesInput> = attributeRules;

/** The fields that no lease can do without. */
export const LEASE_REQUIRED = ["reference", "leaseType", "startDate"] as const;

/** The attributes of a body, without what stands beside them. */
export function attributesOf(input: LeaseInput | NewLeaseInput): LeaseAttributesInput {
  const unitTerms = Object.keys(attributeRules) as (keyof LeaseAttributesInput)[];
  return Object.fromEntries(
    unitTerms.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
  ) as LeaseAttributesInput;
}

/** What is wrong with a lease as it will be: it ends before it begins, or was given notice and has no end. */
export function leaseErrors({ startDate, endDate, status }: Lease): readonly FieldError[] {
  return presentErrors(
    orderError("endDate", startDate, endDate),
    status === "notice" && endDate === null ? fault("endDate", "blank", "can't be blank: notice was given") : null,
  );
}
