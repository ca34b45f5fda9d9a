import { type AuditStore, auditListing } from "@cartulary/audit";
import type { Database } from "../engine/columns.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/rows.ts";
import { columnsOf } from "../records/listing.ts";
import { pageOf } from "../records/pages.ts";
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
