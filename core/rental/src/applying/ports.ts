import type { Day, Id } from "@cartulary/kernel";
import type { RentCallStore } from "../calls/ports.ts";
import type { LeaseId } from "../leases/lease.ts";
import type { OwnerPayoutStore } from "../payouts/ports.ts";
import type { OwnerId } from "../people/owner.ts";
import type { TenantId } from "../people/tenant.ts";
import type { BillingRunLine, Computation, LineType } from "../runs/run-line.ts";

/** Who is paid: his account in the book, and the one at his bank. */
export interface Payee {
  readonly id: OwnerId;
  readonly name: string;
  readonly accountingCode: string;
  /** His default one; `null` without one that has an IBAN. */
  readonly bankAccountId: Id<"BankAccount"> | null;
}

/** What is booked and written of a line, without how it came about. */
export type LineToBook = Pick<
  BillingRunLine,
  | "id"
  | "billingCategory"
  | "label"
  | "leaseId"
  | "leaseReference"
  | "unitIdentifier"
  | "propertyName"
  | "tenantId"
  | "tenantName"
  | "ownerId"
  | "mandateId"
  | "insurerName"
  | "callKey"
  | "periodStart"
  | "periodEnd"
  | "dueDate"
  | "amountHt"
  | "vatAmount"
  | "suspenseHt"
  | "suspenseVat"
>;

/** What applying a run writes beside the book, and reads. */
export interface ApplicationStores {
  readonly rentCalls: RentCallStore;
  readonly ownerPayouts: OwnerPayoutStore;
  readonly applicationSource: ApplicationSource;
}

/** Port: what applying a run reads of the estate and of its lines, many at a time: a statement each. */
export interface ApplicationSource {
  /** Locks leases until the transaction ends, in the order of their ids. */
  lockLeases(ids: readonly LeaseId[]): Promise<void>;
  /** The codes of tenants' accounts. */
  tenantCodes(ids: readonly TenantId[]): Promise<ReadonlyMap<TenantId, string>>;
  payees(ids: readonly OwnerId[]): Promise<readonly Payee[]>;
  /** How many days of delay leases tolerate by the term of a day; those that tolerate none are left out. */
  toleratedDays(leases: readonly LeaseId[], day: Day): Promise<ReadonlyMap<LeaseId, number>>;
  /** The lines that count of the calls of these keys, by call, then by id. */
  linesOfCalls(computation: Computation, callKeys: readonly string[]): Promise<readonly LineToBook[]>;
  /** The lines of one side that count, by id, `limit` at most, from the first one after `after`. */
  countedLines(computation: Computation, page: CountedPage): Promise<readonly LineToBook[]>;
}

/** Which lines of a computation. */
interface CountedPage {
  readonly lineType: LineType;
  readonly after: BillingRunLine["id"] | null;
  readonly limit: number;
}
