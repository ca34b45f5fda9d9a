import {
  type ApplicationGrant,
  type PersonalTokenField,
  personalTokenListing,
  type TokenGroup,
  type TokenId,
  type TokenStore,
} from "@cartulary/auth";
import { type Instant, SCOPES, type Scope, type UserId } from "@cartulary/kernel";
import { sql } from "kysely";
import type { Database } from "../engine/columns.ts";
import { instantFrom } from "../engine/dialect.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { type Columns, columnsOf } from "../records/listing.ts";
import { pageOf } from "../records/pages.ts";
import { type applicationRows, tokenRows } from "./tables.ts";

const own = columnsOf(personalTokenListing, tokenRows);
const columns: Columns<PersonalTokenField> = { ...own, lastUsedAt: { ref: "tokens.used_at", nullable: true } };

export function createTokenStore({
  db,
  dialect,
}: SqlTransaction<Database<typeof tokenRows | typeof applicationRows>>): TokenStore {
  const rows = rowsOf(tokenRows, dialect);

  const personal = (userId: UserId, now: Instant) =>
    db
      .selectFrom("tokens")
      .where("tokens.user_id", "=", userId)
      .where("tokens.kind", "=", "personal")
      .where("tokens.revoked_at", "is", null)
      .where("tokens.expires_at", ">", dialect.instant(now));

  return {
    async find(hash) {
      const row = await db
        .selectFrom("tokens")
        .select(rows.columns("tokens"))
        .where("hash", "=", hash)
        .executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    async insert(tokens) {
      if (tokens.length > 0) await db.insertInto("tokens").values(tokens.map(rows.encode)).execute();
    },

    async consume(id, at) {
      const { numUpdatedRows } = await db
        .updateTable("tokens")
        .set({ used_at: dialect.instant(at) })
        .where("id", "=", id)
        .where("used_at", "is", null)
        .where("revoked_at", "is", null)
        .where("expires_at", ">", dialect.instant(at))
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async revoke(which, at) {
      const [column, value] = membership(which);
      await db
        .updateTable("tokens")
        .set({ revoked_at: dialect.instant(at) })
        .where(column, "=", value)
        .where("revoked_at", "is", null)
        .execute();
    },

    async revokeOf(userId, at, except) {
      const ending = db
        .updateTable("tokens")
        .set({ revoked_at: dialect.instant(at) })
        .where("user_id", "=", userId)
        .where("revoked_at", "is", null);
      await (except === undefined ? ending : ending.where(isApartFrom(except))).execute();
    },

    async revokeIssued(userId, applicationId, at) {
      await db
        .updateTable("tokens")
        .set({ revoked_at: dialect.instant(at) })
        .where("user_id", "=", userId)
        .where("application_id", "=", applicationId)
        .where("revoked_at", "is", null)
        .execute();
    },

    async listGrants(userId, now) {
      const found = await db
        .selectFrom("tokens")
        .innerJoin("applications", "applications.id", "tokens.application_id")
        .where("tokens.user_id", "=", userId)
        .where("tokens.revoked_at", "is", null)
        .where("tokens.expires_at", ">", dialect.instant(now))
        .select(["applications.id", "applications.name", scopesText.as("scopes")])
        .select(({ fn }) => [fn.min("tokens.created_at").as("since"), fn.max("tokens.created_at").as("renewed_at")])
        .groupBy(["applications.id", "applications.name", "applications.name_fold", scopesText])
        .orderBy("applications.name_fold")
        .orderBy("applications.id")
        .execute();
      return merged(
        found.map(({ id, name, scopes, since, renewed_at }) => ({
          applicationId: id,
          name,
          scopes: JSON.parse(scopes) as readonly Scope[],
          since: instantFrom(since),
          renewedAt: instantFrom(renewed_at),
        })),
      );
    },

    async removeExpired(kind, by, most) {
      const expired = db
        .selectFrom("tokens")
        .select("id")
        .where("kind", "=", kind)
        .where("expires_at", "<=", dialect.instant(by))
        .limit(most);
      const { numDeletedRows } = await db.deleteFrom("tokens").where("id", "in", expired).executeTakeFirst();
      return Number(numDeletedRows);
    },

    async removeOf(userId) {
      await db.deleteFrom("tokens").where("user_id", "=", userId).execute();
    },

    listPersonal: (userId, query, now) =>
      pageOf(
        personal(userId, now),
        { listing: personalTokenListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("tokens")),
        (row) => {
          const { id, name, scopes, createdAt, expiresAt, usedAt } = rows.decode(row);
          return { id, name: name ?? "", scopes, createdAt, expiresAt, lastUsedAt: usedAt };
        },
      ),

    async countPersonal(userId, now) {
      const { count } = await personal(userId, now).select(sql<number>`count(*)`.as("count")).executeTakeFirstOrThrow();
      return count;
    },

    async revokePersonal(userId, id, at) {
      const ended = await db
        .updateTable("tokens")
        .set({ revoked_at: dialect.instant(at) })
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .where("kind", "=", "personal")
        .where("revoked_at", "is", null)
        .where("expires_at", ">", dialect.instant(at))
        .executeTakeFirst();
      return ended.numUpdatedRows === 1n;
    },

    async recordUse(ids, at) {
      if (ids.length === 0) return;
      const then = dialect.instant(at);
      await db
        .updateTable("tokens")
        .set({ used_at: then })
        .where("id", "in", ids)
        .where("kind", "=", "personal")
        .where((where) => where.or([where("used_at", "is", null), where("used_at", "<", then)]))
        .execute();
    },
  };
}

/** Postgres cannot compare JSON for equality. */
const scopesText = sql<string>`cast(tokens.scopes as text)`;

/** True for tokens other than this one and outside its family. */
const isApartFrom = (id: TokenId) => sql<boolean>`not exists (
  select 1 from tokens as asking
  where asking.id = ${id} and (asking.id = tokens.id or asking.family_id = tokens.family_id)
)`;

/** Merges the grants of each application, whose tokens may have different scopes. */
function merged(grants: readonly ApplicationGrant[]): readonly ApplicationGrant[] {
  const byId = new Map<string, ApplicationGrant>();
  for (const grant of grants) {
    const other = byId.get(grant.applicationId) ?? grant;
    const scopes = SCOPES.filter((scope) => grant.scopes.includes(scope) || other.scopes.includes(scope));
    const since = grant.since < other.since ? grant.since : other.since;
    const renewedAt = grant.renewedAt > other.renewedAt ? grant.renewedAt : other.renewedAt;
    byId.set(grant.applicationId, { ...grant, scopes, since, renewedAt });
  }
  return [...byId.values()];
}

/** The column and value that all tokens of a group share. */
function membership(group: TokenGroup) {
  if ("applicationId" in group) return ["application_id", group.applicationId] as const;
  if ("familyId" in group) return ["family_id", group.familyId] as const;
  if ("pairId" in group) return ["pair_id", group.pairId] as const;
  return ["id", group.id] as const;
}
