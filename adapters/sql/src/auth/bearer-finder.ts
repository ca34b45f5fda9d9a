import type { BearerFinder } from "@cartulary/auth";
import { sql } from "kysely";
import { groupIdsFrom, groupIdsOf } from "../directory/group-ids.ts";
import type { memberRows, userRows } from "../directory/tables.ts";
import type { Database } from "../engine/columns.ts";
import { booleanFrom, instantFrom, jsonFrom } from "../engine/dialect.ts";
import type { SqlStatements } from "../engine/module.ts";
import { type Source, statement } from "../engine/statement.ts";
import type { tokenRows } from "./tables.ts";

type Tables = Database<typeof tokenRows | typeof userRows | typeof memberRows>;

/** Finds a token with its application, its current user and their groups, in one statement. */
export function createBearerFinder({ ask }: SqlStatements<Tables>): BearerFinder {
  return {
    async find(hash) {
      const { rows } = await ask((source) => finding(source, { hash }, undefined));
      const [row] = rows;
      if (!row) return null;
      return {
        id: row.id,
        kind: row.kind,
        scopes: jsonFrom(row.scopes),
        expiresAt: instantFrom(row.expires_at),
        revokedAt: row.revoked_at && instantFrom(row.revoked_at),
        userId: row.user_id,
        role: row.role,
        active: booleanFrom(row.active),
        groupIds: groupIdsFrom(row.group_ids),
        program: row.program,
        usedAt: row.used_at && instantFrom(row.used_at),
      };
    },
  };
}

/** The name of the token's application; null for personal tokens. */
const PROGRAM = sql<string | null>`(select name from applications where applications.id = tokens.application_id)`;

const finding = statement(({ db }: Source<Tables>, { hash }: { readonly hash: string }) =>
  db
    .selectFrom("tokens")
    .innerJoin("users", "users.id", "tokens.user_id")
    .select(["tokens.id", "tokens.kind", "tokens.scopes", "tokens.expires_at", "tokens.revoked_at"])
    .select(["tokens.used_at", "tokens.user_id", "users.role", "users.active"])
    .select(groupIdsOf("tokens.user_id").as("group_ids"))
    .select(PROGRAM.as("program"))
    .where("tokens.hash", "=", hash)
    .compile(),
);
