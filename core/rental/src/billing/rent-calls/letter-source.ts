import type { LeaseLetterSource } from "../../property/leases/let-premises.ts";
import type { TenantId } from "../../property/people/tenant.ts";
import type { AccountMovement } from "./account-before.ts";

/** Port: the contents of letters to tenants that their calls lack, one statement each. */
export interface LetterSource extends LeaseLetterSource {
  /** Returns the movements of a tenant on an account, in the order of their entries; no carried-forward ones. */
  accountMovements(accountCode: string, tenantId: TenantId): Promise<readonly AccountMovement[]>;
}

export interface LetterStores {
  readonly letterSource: LetterSource;
}
