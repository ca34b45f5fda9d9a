import type { IdentityStore } from "@cartulary/auth";
import type { Database } from "../engine/columns.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { identityRows } from "./tables.ts";

export function createIdentityStore({ db, dialect }: SqlTransaction<Database<typeof identityRows>>): IdentityStore {
  const rows = rowsOf(identityRows, dialect);
  return {
    async find(issuer, subject) {
      const row = await db
        .selectFrom("identities")
        .select(rows.columns("identities"))
        .where("issuer", "=", issuer)
        .where("subject", "=", subject)
        .executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    async existsFor(userId) {
      const row = await db
        .selectFrom("identities")
        .select("id")
        .where("user_id", "=", userId)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    async insert(identity) {
      const row = await db
        .insertInto("identities")
        .values(rows.encode(identity))
        .onConflict((existing) => existing.columns(["issuer", "subject"]).doNothing())
        .returning("id")
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
