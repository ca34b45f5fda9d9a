import type { AddressBook, Addressee } from "@cartulary/composition";
import { appendAll } from "@cartulary/kernel";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { SqlTransaction } from "../engine/module.ts";
import type { CompositionTables } from "./tables.ts";

/** The maximum number of ids in one statement: engines limit the number of parameters. */
const IDS_MAX = 1_000;

const PERSON = ["id", "email_address", "first_name", "last_name", "display_name"] as const;

interface PersonRow {
  readonly id: string;
  readonly email_address: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly display_name: string;
}

/** The users and contacts of the directory as recipients. */
export function createAddressBook({ db }: SqlTransaction<CompositionTables>): AddressBook {
  const peopleOf = (table: "contacts" | "users", where: RawBuilder<SqlBool>, limit: number) =>
    db.selectFrom(table).select(PERSON).where(where).orderBy("id").limit(limit).execute();

  return {
    async find({ contactIds, userIds, groupIds }, limit) {
      const contacts = await inPieces(contactIds, (ids) =>
        peopleOf("contacts", sql`id in (${sql.join(ids)})`, ids.length),
      );
      const users = await inPieces(userIds, (ids) => peopleOf("users", sql`id in (${sql.join(ids)})`, ids.length));
      const groups = await inPieces(groupIds, (ids) =>
        db.selectFrom("groups").select("id").where("id", "in", ids).execute(),
      );
      if (contacts.length + users.length + groups.length < contactIds.length + userIds.length + groupIds.length)
        return null;
      const members = await inPieces(groupIds, (ids) =>
        peopleOf("users", sql`id in (select user_id from group_members where group_id in (${sql.join(ids)}))`, limit),
      );
      const people = new Map([...users, ...members].map((row) => [row.id, row]));
      return [...contacts, ...people.values()].map(addresseeOf);
    },
  };
}

/** Runs `find` on batches of ids. */
async function inPieces<Key extends string, Row>(
  ids: readonly Key[],
  find: (some: readonly Key[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const found: Row[] = [];
  for (let first = 0; first < ids.length; first += IDS_MAX)
    appendAll(found, await find(ids.slice(first, first + IDS_MAX)));
  return found;
}

const addresseeOf = (row: PersonRow): Addressee => ({
  emailAddress: row.email_address,
  firstName: row.first_name,
  lastName: row.last_name,
  displayName: row.display_name,
});
