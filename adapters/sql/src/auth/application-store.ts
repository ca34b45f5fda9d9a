import { type Application, type ApplicationId, type ApplicationStore, applicationListing } from "@cartulary/auth";
import type { RawBuilder } from "kysely";
import type { Database } from "../engine/columns.ts";
import { jsonTo } from "../engine/dialect.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { columnsOf } from "../records/listing.ts";
import { pageOf } from "../records/pages.ts";
import { applicationRows } from "./tables.ts";

const columns = columnsOf(applicationListing, applicationRows);

export function createApplicationStore({
  db,
  dialect,
}: SqlTransaction<Database<typeof applicationRows>>): ApplicationStore {
  const rows = rowsOf(applicationRows, dialect);
  const all = () => db.selectFrom("applications").select(rows.columns("applications"));

  async function one(id: ApplicationId, lock?: RawBuilder<unknown>): Promise<Application | null> {
    const found = all().where("id", "=", id);
    const row = await (lock ? found.modifyEnd(lock) : found).executeTakeFirst();
    return row ? rows.decode(row) : null;
  }

  return {
    async findByClientId(clientId) {
      const row = await all().where("client_id", "=", clientId).executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    find: (id) => one(id),
    lockShared: (id) => one(id, dialect.forShare),
    lock: (id) => one(id, dialect.forUpdate),

    list: (query) =>
      pageOf(
        db.selectFrom("applications"),
        { listing: applicationListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("applications")),
        rows.decode,
      ),

    async insert(application) {
      await db.insertInto("applications").values(rows.encode(application)).execute();
    },

    async saveRedirectUris(id, redirectUris) {
      const change = { redirect_uris: jsonTo(redirectUris) };
      await db.updateTable("applications").set(change).where("id", "=", id).execute();
    },

    async remove(id) {
      await db.deleteFrom("applications").where("id", "=", id).execute();
    },

    async isEmpty() {
      return (await db.selectFrom("applications").select("id").limit(1).executeTakeFirst()) === undefined;
    },
  };
}
