import type { AuthorizationCodeStore } from "@cartulary/auth";
import type { Database } from "../engine/columns.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { authorizationCodeRows } from "./tables.ts";

export function createAuthorizationCodeStore({
  db,
  dialect,
}: SqlTransaction<Database<typeof authorizationCodeRows>>): AuthorizationCodeStore {
  const rows = rowsOf(authorizationCodeRows, dialect);
  return {
    async find(hash) {
      const row = await db
        .selectFrom("authorization_codes")
        .select(rows.columns("authorization_codes"))
        .where("hash", "=", hash)
        .executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    async insert(code) {
      await db.insertInto("authorization_codes").values(rows.encode(code)).execute();
    },

    async consume(id, at) {
      const { numUpdatedRows } = await db
        .updateTable("authorization_codes")
        .set({ used_at: dialect.instant(at) })
        .where("id", "=", id)
        .where("used_at", "is", null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async removeOf(userId, applicationId) {
      const removing = db.deleteFrom("authorization_codes").where("user_id", "=", userId);
      await (applicationId ? removing.where("application_id", "=", applicationId) : removing).execute();
    },

    async removeExpired(by) {
      await db.deleteFrom("authorization_codes").where("expires_at", "<=", dialect.instant(by)).execute();
    },

    async removeIssuedTo(applicationId) {
      await db.deleteFrom("authorization_codes").where("application_id", "=", applicationId).execute();
    },
  };
}
