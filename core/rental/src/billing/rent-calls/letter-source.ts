import type { Day } from "@cartulary/kernel";
import type { LeaseId, LeaseType } from "../../property/leases/lease.ts";
import type { TenantId } from "../../property/people/tenant.ts";
import type { AccountMovement } from "./account-before.ts";

/** A let unit in a letter. */
export interface Premises {
  readonly leaseType: LeaseType;
  readonly unitIdentifier: string;
  readonly propertyName: string;
  /** The effective address of the unit in one line; `null` without any. */
  readonly address: string | null;
  /** The effective address by line. */
  readonly addressLines: readonly string[];
}

/** Port: the contents of letters to tenants that their calls lack, one statement each. */
export interface LetterSource {
  /** Returns the names of the tenants of leases who are parties on a day, the first ones first, each once. */
  tenantNames(leases: readonly LeaseId[], day: Day): Promise<readonly string[]>;
  /** Returns the units of leases by identifier. */
  premises(leases: readonly LeaseId[]): Promise<readonly Premises[]>;
  /** Returns the movements of a tenant on an account, in the order of their entries; no carried-forward ones. */
  accountMovements(accountCode: string, tenantId: TenantId): Promise<readonly AccountMovement[]>;
}

export interface LetterStores {
  readonly letterSource: LetterSource;
}
