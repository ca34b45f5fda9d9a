import type { CredentialStore } from "@cartulary/auth";
import type { Database } from "../engine/columns.ts";
import type { SqlTransaction } from "../engine/module.ts";
import type { credentialRows } from "./tables.ts";

export function createCredentialStore({
  db,
  dialect,
}: SqlTransaction<Database<typeof credentialRows>>): CredentialStore {
  return {
    async find(userId) {
      const row = await db.selectFrom("credentials").select("phc").where("user_id", "=", userId).executeTakeFirst();
      return row?.phc ?? null;
    },

    async save(userId, phc, at) {
      const change = { phc, updated_at: dialect.instant(at) };
      await db
        .insertInto("credentials")
        .values({ user_id: userId, ...change })
        .onConflict((existing) => existing.column("user_id").doUpdateSet(change))
        .execute();
    },

    async remove(userId) {
      await db.deleteFrom("credentials").where("user_id", "=", userId).execute();
    },
  };
}
