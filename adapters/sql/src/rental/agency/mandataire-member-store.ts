import {
  type MandataireMemberStore,
  type MandataireMemberView,
  type MembershipFinder,
  mandataireMemberListing,
} from "@cartulary/rental/agency";
import type { SqlStatements, SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { type Columns, columnsOf } from "../../records/listing.ts";
import { pageOf } from "../../records/pages.ts";
import { type AgencyTables, mandataireMemberRows } from "./tables.ts";

const columns: Columns<keyof typeof mandataireMemberListing.fields> = {
  ...columnsOf(mandataireMemberListing, mandataireMemberRows),
  id: { ref: "mandataire_members.user_id", nullable: false },
};

export function createMandataireMemberStore({ db, dialect }: SqlTransaction<AgencyTables>): MandataireMemberStore {
  const rows = rowsOf(mandataireMemberRows, dialect);
  const shown = [
    ...rows.columns("mandataire_members"),
    "users.email_address" as const,
    "users.display_name" as const,
  ] as const;
  const from = () => db.selectFrom("mandataire_members").innerJoin("users", "users.id", "mandataire_members.user_id");
  const view = (row: Parameters<typeof rows.decode>[0] & UserColumns): MandataireMemberView => {
    const { userId, createdAt } = rows.decode(row);
    return {
      userId,
      user: { id: userId, displayName: row.display_name, emailAddress: row.email_address },
      createdAt,
    };
  };

  return {
    list: (id, query) =>
      pageOf(
        from().where("mandataire_members.mandataire_id", "=", id),
        { listing: mandataireMemberListing, query, columns, dialect },
        (matching) => matching.select(shown),
        view,
      ),

    async find(id, userId) {
      const row = await from()
        .where("mandataire_members.mandataire_id", "=", id)
        .where("mandataire_members.user_id", "=", userId)
        .select(shown)
        .executeTakeFirst();
      return row ? view(row) : null;
    },

    async insert(member) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("mandataire_members")
        .values(rows.encode(member))
        .onConflict((there) => there.columns(["mandataire_id", "user_id"]).doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },

    async remove(id, userId) {
      const { numDeletedRows } = await db
        .deleteFrom("mandataire_members")
        .where("mandataire_id", "=", id)
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow();
      return numDeletedRows === 1n;
    },

    async removeIn(id) {
      await db.deleteFrom("mandataire_members").where("mandataire_id", "=", id).execute();
    },

    async removeOf(userId) {
      await db.deleteFrom("mandataire_members").where("user_id", "=", userId).execute();
    },
  };
}

/** Runs one statement, which reads only an index. */
export function createMembershipFinder({ ask }: SqlStatements<AgencyTables>): MembershipFinder {
  return {
    async mandatairesOf(userId) {
      const found = await ask(({ db }) =>
        db
          .selectFrom("mandataire_members")
          .select("mandataire_id")
          .where("user_id", "=", userId)
          .orderBy("mandataire_id")
          .execute(),
      );
      return found.map(({ mandataire_id }) => mandataire_id);
    },
  };
}

/** The user's columns in a row of a membership. */
interface UserColumns {
  readonly email_address: string;
  readonly display_name: string;
}
