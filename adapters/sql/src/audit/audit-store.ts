import { type AuditStore, auditListing } from "@cartulary/audit";
import type { Database } from "../columns.ts";
import { columnsOf, pageOf } from "../listing.ts";
import type { SqlTransaction } from "../module.ts";
import { rowsOf } from "../rows.ts";
import { auditEventRows } from "./tables.ts";

const columns = columnsOf(auditListing, auditEventRows);

/** Audit events in SQL. */
export function createAuditStore({ db, dialect }: SqlTransaction<Database<typeof auditEventRows>>): AuditStore {
  const rows = rowsOf(auditEventRows, dialect);
  return {
    async record(event) {
      await db.insertInto("audit_events").values(rows.encode(event)).execute();
    },

    list: (query) =>
      pageOf(
        db.selectFrom("audit_events"),
        { listing: auditListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("audit_events")),
        rows.decode,
      ),
  };
}
