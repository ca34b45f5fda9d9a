import {
  type Caller,
  type ListQuery,
  type Page,
  requireAdministrator,
  service,
  single,
  type Transact,
} from "@cartulary/kernel";
import type { AuditEvent, AuditField } from "./event.ts";
import type { AuditStores } from "./ports.ts";

/** The audit trail for administrators. */
export interface AuditTrail {
  /** Throws 403 unless the caller is an administrator. */
  list(caller: Caller, query: ListQuery<AuditField>): Promise<Page<AuditEvent>>;
}

export function createAuditTrail({ transact }: { readonly transact: Transact<AuditStores> }): AuditTrail {
  return service<AuditTrail, AuditStores>(transact, {
    list: single(async ({ audit }, caller, query: ListQuery<AuditField>) => {
      requireAdministrator(caller);
      return audit.list(query);
    }),
  });
}
