import type { AuditStores } from "@cartulary/audit";
import { type SqlModule, sqlModule } from "../engine/module.ts";
import { createAuditStore } from "./audit-store.ts";
import { auditMigrations } from "./migrations.ts";
import { auditEventRows } from "./tables.ts";

export const auditModule: SqlModule<AuditStores, object> = sqlModule({
  name: "audit",
  entities: [auditEventRows],
  sealed: [{ table: auditEventRows, columns: [] }],
  migrations: auditMigrations,
  stores: { audit: createAuditStore },
});
