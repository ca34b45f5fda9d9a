import type { ListQuery, Page } from "@cartulary/kernel";
import type { AuditEvent, AuditField } from "./event.ts";

/** Port: storage of events, which are never changed or removed. */
export interface AuditStore {
  /** Records an event in the transaction of its action. */
  record(event: AuditEvent): Promise<void>;

  list(query: ListQuery<AuditField>): Promise<Page<AuditEvent>>;
}

/** Stores that this package needs inside a transaction. */
export interface AuditStores {
  readonly audit: AuditStore;
}
