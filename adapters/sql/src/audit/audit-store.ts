import { type AuditStore, auditListing } from "@cartulary/audit";
import type { Database } from "../engine/columns.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { columnsOf } from "../records/listing.ts";
import { pageOf } from "../records/pages.ts";
import { rowStore } from "../records/row-store.ts";
import { auditEventRows } from "./tables.ts";

const columns = columnsOf(auditListing, auditEventRows);

const events = rowStore(auditEventRows);

export function createAuditStore(transaction: SqlTransaction<Database<typeof auditEventRows>>): AuditStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(auditEventRows, dialect);
  return {
    record: (event) => events(transaction).insert(event),

    list: (query) =>
      pageOf(
        db.selectFrom("audit_events"),
        { listing: auditListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("audit_events")),
        rows.decode,
      ),
  };
}
