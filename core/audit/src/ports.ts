import type { ListQuery, Page } from "@cartulary/kernel";
import type { AuditEvent, AuditField } from "./event.ts";

/** Where events are kept: one can be added and read, none changed or taken away. */
export interface AuditStore {
  /** Commits or goes with the transaction of what it tells. */
  record(event: AuditEvent): Promise<void>;

  list(query: ListQuery<AuditField>): Promise<Page<AuditEvent>>;
}

/** What this package needs inside a transaction. */
export interface AuditStores {
  readonly audit: AuditStore;
}
