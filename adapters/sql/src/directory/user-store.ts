import { emailKey, type User, type UserField, type UserStore, userListing } from "@cartulary/directory";
import { invalid } from "@cartulary/kernel";
import { type FilterQuery, type InferEntity, LockMode, UniqueConstraintViolationException } from "@mikro-orm/core";
import type { Database } from "../columns.ts";
import { type Columns, columnsOf, pageOf } from "../listing.ts";
import type { SqlTransaction } from "../module.ts";
import { entryOf, foldedTwins, rowsOf } from "../rows.ts";
import { userRows } from "./tables.ts";

type UserRow = InferEntity<typeof userRows>;

const own = columnsOf(userListing, userRows);
const columns: Columns<UserField> = { ...own, externaId: own.externalId };

/** Records through the entity manager, lists and locks in SQL. */
export function createUserStore({ em, db, dialect }: SqlTransaction<Database<typeof userRows>>): UserStore {
  const rows = rowsOf(userRows, dialect);

  const one = async (where: FilterQuery<UserRow>, lockMode = LockMode.NONE): Promise<User | null> => {
    const row = await em.findOne(userRows, where, { lockMode, refresh: lockMode !== LockMode.NONE });
    return row && entryOf(userRows, row);
  };

  return {
    find: (id) => one({ id }),
    lock: (id) => one({ id }, LockMode.PESSIMISTIC_WRITE),

    async hold(ids) {
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

    findByEmail: async (emailAddress) => {
      const key = emailKey(emailAddress);
      return key === null ? null : one({ emailKey: key });
    },

    list: (query) =>
      pageOf(
        db.selectFrom("users"),
        { listing: userListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("users")),
        rows.decode,
      ),

    async insert(user) {
      em.create(userRows, { ...user, ...hiddenOf(user) });
      await em.flush().catch(refuseTaken);
    },

    async update(user) {
      const row = await em.findOneOrFail(userRows, { id: user.id });
      em.assign(row, { ...user, ...hiddenOf(user) });
      await em.flush().catch(refuseTaken);
    },

    async remove(id) {
      const row = await em.findOne(userRows, { id });
      if (row) await em.remove(row).flush();
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

/** What stands beside a user to be looked for. An address that was judged has a key. */
function hiddenOf(user: User) {
  return { ...foldedTwins(userRows, user), emailKey: emailKey(user.emailAddress) ?? "" };
}

/** A user has one unique text, the key of the e-mail address; two equal ids would be a bug and come out as they are. */
function refuseTaken(error: unknown): never {
  if (error instanceof UniqueConstraintViolationException && error.message.includes("email_key")) {
    throw invalid({ field: "emailAddress", code: "taken", message: "has already been taken" });
  }
  throw error;
}
