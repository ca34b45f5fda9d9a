import type { Cents } from "@cartulary/ledger";
import type { LeaseId } from "../../property/leases/lease.ts";
import type { TenantId } from "../../property/people/tenant.ts";
import type { SecurityDepositStores } from "../deposits/ports.ts";
import type { OwnerPayoutStore, PayeeSource } from "../payouts/ports.ts";
import type { Contributor } from "../rent-calls/contribution.ts";
import type { RentCallStore } from "../rent-calls/ports.ts";
import type { BillingRunLine, Computation, LineType } from "../runs/run-line.ts";

/** The fields of a line that are posted or written, without its calculation. */
export type LineToBook = Pick<
  BillingRunLine,
  | "id"
  | "billingCategory"
  | "label"
  | "adjustment"
  | "leaseId"
  | "leaseReference"
  | "unitIdentifier"
  | "propertyName"
  | "tenantId"
  | "tenantName"
  | "ownerId"
  | "mandateId"
  | "insurerName"
  | "chargedFor"
  | "callKey"
  | "periodStart"
  | "periodEnd"
  | "dueDate"
  | "leaseUnitId"
  | "paymentFrequency"
  | "isProrata"
  | "baseAmount"
  | "amountHt"
  | "vatAmount"
  | "vatRate"
  | "suspenseHt"
  | "suspenseVat"
>;

/** The stores that applying a run needs in addition to the ledger. */
export interface ApplicationStores extends SecurityDepositStores {
  readonly rentCalls: RentCallStore;
  readonly ownerPayouts: OwnerPayoutStore;
  readonly applicationSource: ApplicationSource;
}

/** Port: bulk reads of the estate and of a run's lines for its application, one statement each. */
export interface ApplicationSource extends PayeeSource {
  /** Locks leases until the transaction ends, in id order. */
  lockLeases(ids: readonly LeaseId[]): Promise<void>;
  /** Returns the account codes of tenants. */
  tenantCodes(ids: readonly TenantId[]): Promise<ReadonlyMap<TenantId, string>>;
  /**
   * Returns the balances of tenants on an account in the imported opening, credits positive; tenants without a balance
   * are left out.
   */
  openingBalances(accountCode: string, tenants: readonly TenantId[]): Promise<ReadonlyMap<TenantId, Cents>>;
  /** Returns the parties of leases that contribute to the rent, on any day. */
  contributors(leases: readonly LeaseId[]): Promise<readonly Contributor[]>;
  /** Returns the lines of these calls that are not excluded, by call, then by id. */
  linesOfCalls(computation: Computation, callKeys: readonly string[]): Promise<readonly LineToBook[]>;
  /** Returns the lines of one type that are not excluded, by id, after an id, at most `limit`. */
  countedLines(computation: Computation, page: CountedPage): Promise<readonly LineToBook[]>;
}

/** A page of lines of a computation. */
interface CountedPage {
  readonly lineType: LineType;
  readonly after: BillingRunLine["id"] | null;
  readonly limit: number;
}
