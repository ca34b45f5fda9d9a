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

/** The trail as administrators read it. */
export interface AuditTrail {
  /** Refuses everybody below administrator with 403. */
  list(caller: Caller, query: ListQuery<AuditField>): Promise<Page<AuditEvent>>;
}

/** The trail over a database. */
export function createAuditTrail({ transact }: { readonly transact: Transact<AuditStores> }): AuditTrail {
  return service<AuditTrail, AuditStores>(transact, {
    list: single(async ({ audit }, caller, query: ListQuery<AuditField>) => {
      requireAdministrator(caller);
      return audit.list(query);
    }),
  });
}
