import { emailKey, type User, type UserStore, userListing } from "@cartulary/directory";
import { invalid } from "@cartulary/kernel";
import { UniqueConstraintViolationException } from "@mikro-orm/core";
import type { Database } from "../engine/columns.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { entryOf } from "../engine/row-codec.ts";
import { columnsOf } from "../records/listing.ts";
import { recordStore } from "../records/record-store.ts";
import { userRows } from "./tables.ts";

const { externalId } = columnsOf(userListing, userRows);

const records = recordStore(userRows, userListing, {
  columns: { externaId: externalId },
  // A validated address has a key.
  computed: ({ emailAddress }) => ({ emailKey: emailKey(emailAddress) ?? "" }),
});

/** Users, with unique e-mail addresses. */
export function createUserStore(transaction: SqlTransaction<Database<typeof userRows>>): UserStore {
  const { db, dialect } = transaction;
  const own = records(transaction);

  return {
    ...own,
    insert: (user) => own.insert(user).catch(refuseTaken),
    update: (user) => own.update(user).catch(refuseTaken),

    async lockShared(ids) {
      if (ids.length === 0) return [];
      const found = await db
        .selectFrom("users")
        .select("id")
        .where("id", "in", ids)
        .orderBy("id")
        .modifyEnd(dialect.forShare)
        .execute();
      return found.map(({ id }) => id);
    },

    async findByEmail(emailAddress) {
      const key = emailKey(emailAddress);
      const row = key === null ? null : await transaction.em.findOne(userRows, { emailKey: key });
      return row && (entryOf(userRows, row) satisfies User);
    },

    async lockSuperAdmins() {
      const found = await db
        .selectFrom("users")
        .select("id")
        .where("role", "=", "super_admin")
        .where("active", "=", dialect.boolean(true))
        .orderBy("id")
        .modifyEnd(dialect.forUpdate)
        .execute();
      return found.map(({ id }) => id);
    },

    async isEmpty() {
      return (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) === undefined;
    },
  };
}

/** Only the e-mail key is unique besides the id; equal ids would be a bug, so that error is thrown unchanged. */
function refuseTaken(error: unknown): never {
  if (error instanceof UniqueConstraintViolationException && error.message.includes("email_key")) {
    throw invalid({ field: "emailAddress", code: "taken", message: "has already been taken" });
  }
  throw error;
}
