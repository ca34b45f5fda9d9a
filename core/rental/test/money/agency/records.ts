import { createHash } from "node:crypto";
import type { Caller, Digests, Id, Instant, ListQuery, Page, Replay, UserId } from "@cartulary/kernel";
import { type Cents, cents } from "@cartulary/ledger";
import type { Mandataire } from "../../../src/agency/mandataire.ts";
import type { ChargeAdjustment, ChargeStatement } from "../../../src/billing/charges/charge-statement.ts";
import type { AllocatedKey, ChargedUnit } from "../../../src/billing/charges/distribution.ts";
import type { CalledProvision, ChargedLetting, UnitOccupant } from "../../../src/billing/charges/ports.ts";
import type { SupplierInvoice, SupplierInvoicePart } from "../../../src/billing/charges/supplier-invoice.ts";
import type { SecurityDeposit } from "../../../src/billing/deposits/security-deposit.ts";
import type { OwnerPayout } from "../../../src/billing/payouts/owner-payout.ts";
import type { Payee, PayoutDistribution, TenantPayee } from "../../../src/billing/payouts/ports.ts";
import type { RentCall } from "../../../src/billing/rent-calls/rent-call.ts";
import type { LeaseToBill } from "../../../src/billing/runs/billed-leases.ts";
import type { MandateToBill } from "../../../src/billing/runs/ports.ts";
import type { BillingRun } from "../../../src/billing/runs/run.ts";
import type { BilledPart, BillingRunLine } from "../../../src/billing/runs/run-line.ts";
import type { FeeWithdrawal } from "../../../src/money/fee-withdrawals/fee-withdrawal.ts";
import type { MatchedWithdrawal } from "../../../src/money/fee-withdrawals/ports.ts";
import type { CollectedPart, DueLine, PaymentAllocation } from "../../../src/money/payments/allocation.ts";
import type { BankAssignment } from "../../../src/money/payments/bank-assignment.ts";
import type { BankTransaction } from "../../../src/money/payments/bank-transaction.ts";
import type { Payment } from "../../../src/money/payments/payment.ts";
import type { Refund, TenantOfIban } from "../../../src/money/payments/ports.ts";
import type { PayoutExport } from "../../../src/money/payout-exports/payout-export.ts";
import type { MoneyStores } from "../../../src/money/ports.ts";
import type { Ownership } from "../../../src/property/ownerships/ownership.ts";
import type { RentalContact } from "../../../src/property/people/contact.ts";

export const NOW = "2026-04-10T08:00:00.000Z" as Instant;
export const AGENCY = "agency" as Id<"Mandataire">;
export const caller: Caller = { userId: "agent" as UserId, role: "user", scopes: ["write"], groupIds: [] };
export const digests = {
  sha256: (content: Uint8Array | string) => createHash("sha256").update(content).digest("hex"),
} as unknown as Digests;

/** A readable id: `#7` for `uuid(7)`. */
export const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}` as never;
export const short = (text: string): string =>
  text
    .replaceAll(/0{8}-0000-7000-8000-0*/g, "#")
    .replaceAll(/0{8}-0000-7000-9000-([0-9a-f]{12})/g, (_, made: string) => `#${1000 + Number.parseInt(made, 16)}`);

/** A tenant, as payments and letters name one. */
export interface NamedTenant extends TenantPayee {
  readonly billingAddress?: string | null;
}

/** The records of an agency as plain lists, which stores replace. */
export interface Records {
  mandataire: Partial<Mandataire>;
  counters: ReadonlyMap<string, number>;
  closedThrough: string | null;
  owners: readonly Payee[];
  tenants: readonly NamedTenant[];
  tenantIbans: readonly TenantOfIban[];
  providers: readonly RentalContact[];
  leases: readonly LeaseToBill[];
  ownerships: readonly Ownership[];
  mandates: readonly MandateToBill[];
  runs: readonly BillingRun[];
  runLines: readonly BillingRunLine[];
  lineParts: readonly BilledPart[];
  calls: readonly RentCall[];
  dueLines: readonly DueLine[];
  transactions: readonly BankTransaction[];
  assignments: readonly BankAssignment[];
  payments: readonly Payment[];
  allocations: readonly PaymentAllocation[];
  collected: readonly CollectedPart[];
  /** The payments that went back with a deposit, with the line on the tenant's account. */
  depositRefunds: readonly Pick<Refund, "paymentId" | "tenantLineId">[];
  deposits: readonly SecurityDeposit[];
  /** The leases whose deposit no run calls. */
  uncalled: readonly string[];
  payouts: readonly OwnerPayout[];
  /** The accounts of payouts, by id. */
  ibans: Readonly<Record<string, string>>;
  distributions: readonly PayoutDistribution[];
  exports: readonly PayoutExport[];
  /** The files of exports, by id. */
  documents: ReadonlyMap<string, string>;
  withdrawals: readonly FeeWithdrawal[];
  /** The withdrawals that the bank's data showed. */
  seen: readonly MatchedWithdrawal[];
  invoices: readonly SupplierInvoice[];
  invoiceParts: readonly SupplierInvoicePart[];
  providerIbans: Readonly<Record<string, string>>;
  statements: readonly ChargeStatement[];
  adjustments: readonly ChargeAdjustment[];
  properties: readonly string[];
  /** Units with their property. */
  units: readonly (ChargedUnit & { readonly propertyId: string })[];
  keys: readonly AllocatedKey[];
  lettings: readonly ChargedLetting[];
  occupants: readonly UnitOccupant[];
  provisions: readonly CalledProvision[];
  /** What the imported opening has of tenants, by account and tenant, credits positive. */
  openings: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The day of the opening, if the book does not have its entry. */
  openingDay: string | null;
  bankStatements: readonly object[];
  /** Transfers that were assigned to the agency's account. */
  assignedToAgency: Cents;
  /** What tenants have not paid of the agency's fees. */
  unpaidTenantFees: Cents;
  /** What tenants have not paid of owners' parts that were credited when called. */
  unpaidParts: Readonly<Record<string, number>>;
  replays: readonly Replay[];
  /** The ids of removed records. */
  removed: readonly string[];
}

export const noRecords = (): Records => ({
  ...{ mandataire: {}, counters: new Map(), closedThrough: null, owners: [], tenants: [], tenantIbans: [] },
  ...{ providers: [], leases: [], ownerships: [], mandates: [], runs: [], runLines: [], lineParts: [], calls: [] },
  ...{ dueLines: [], transactions: [], assignments: [], payments: [], allocations: [], collected: [] },
  ...{ depositRefunds: [], deposits: [] },
  ...{ uncalled: [], payouts: [], ibans: {}, distributions: [], exports: [], documents: new Map(), withdrawals: [] },
  ...{ seen: [], invoices: [], invoiceParts: [], providerIbans: {}, statements: [], adjustments: [], properties: [] },
  ...{ units: [], keys: [], lettings: [], occupants: [], provisions: [], openings: {}, openingDay: null },
  ...{ bankStatements: [], assignedToAgency: cents(0), unpaidTenantFees: cents(0), unpaidParts: {}, replays: [] },
  removed: [],
});

/** Some of the stores, each with some of its methods. */
export type SomeStores<Stores = MoneyStores> = { readonly [Name in keyof Stores]?: Partial<Stores[Name]> };

type ListName = {
  [Name in keyof Records]: Records[Name] extends readonly { readonly id: string }[] ? Name : never;
}[keyof Records];

/** The methods that stores of records have in common, on one of the lists. */
export function table<Name extends ListName>(records: Records, name: Name) {
  type Row = Records[Name][number];
  const lists = records as unknown as Record<Name, readonly Row[]>;
  return {
    one: async (id: Row["id"]): Promise<Row | null> => lists[name].find((row) => row.id === id) ?? null,
    some: async (ids: readonly Row["id"][]) =>
      lists[name].filter(({ id }) => has(ids, id)).toSorted(by(({ id }) => id)),
    list: async (query: ListQuery) => page(lists[name], query),
    async insert(added: readonly Row[]) {
      lists[name] = [...lists[name], ...added];
    },
    async update(changed: readonly Row[]) {
      const byId = new Map<string, Row>(changed.map((row) => [row.id, row]));
      lists[name] = lists[name].map((row) => byId.get(row.id) ?? row);
    },
    async remove(removed: Row["id"]) {
      lists[name] = lists[name].filter(({ id }) => id !== removed);
    },
  };
}

/** A page of the rows that have the value of each condition. */
export function page<Row extends object>(rows: readonly Row[], { page, perPage, conditions }: ListQuery): Page<Row> {
  const found = rows.filter((row) =>
    (conditions as unknown as readonly Equality[]).every(({ fields: [field = ""], values }) =>
      has(values, (row as Record<string, unknown>)[field]),
    ),
  );
  return { items: found.slice((page - 1) * perPage, page * perPage), total: found.length, page, perPage };
}

interface Equality {
  readonly fields: readonly string[];
  readonly values: readonly unknown[];
}

export const has = (values: readonly unknown[], value: unknown): boolean => values.includes(value);

/** Orders rows by a text. */
export const by =
  <Row>(key: (row: Row) => string) =>
  (one: Row, other: Row): number =>
    key(one) < key(other) ? -1 : 1;
