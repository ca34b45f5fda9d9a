import type { ApplicationStore } from "@cartulary/auth";
import type { Database } from "../columns.ts";
import type { SqlTransaction } from "../module.ts";
import { rowsOf } from "../rows.ts";
import { applicationRows } from "./tables.ts";

/** Applications in SQL. */
export function createApplicationStore({
  db,
  dialect,
}: SqlTransaction<Database<typeof applicationRows>>): ApplicationStore {
  const rows = rowsOf(applicationRows, dialect);
  return {
    async findByClientId(clientId) {
      const row = await db
        .selectFrom("applications")
        .select(rows.columns("applications"))
        .where("client_id", "=", clientId)
        .executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    async hold(id) {
      const row = await db
        .selectFrom("applications")
        .select(rows.columns("applications"))
        .where("id", "=", id)
        .modifyEnd(dialect.forShare)
        .executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    async insert(application) {
      await db.insertInto("applications").values(rows.encode(application)).execute();
    },

    async isEmpty() {
      return (await db.selectFrom("applications").select("id").limit(1).executeTakeFirst()) === undefined;
    },
  };
}
