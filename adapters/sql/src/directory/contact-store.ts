import { CONTACT_TYPE, type ContactField, type ContactStore, contactListing } from "@cartulary/directory";
import { LockMode } from "@mikro-orm/core";
import { sql } from "kysely";
import type { Database } from "../columns.ts";
import { type Columns, columnsOf, pageOf } from "../listing.ts";
import type { SqlTransaction } from "../module.ts";
import { entryOf, foldedTwins, rowsOf } from "../rows.ts";
import { contactRows } from "./tables.ts";

const columns: Columns<ContactField> = {
  ...columnsOf(contactListing, contactRows),
  type: { ref: "contacts.type", nullable: false },
};

/** Records through the entity manager, lists in SQL. */
export function createContactStore({ em, db, dialect }: SqlTransaction<Database<typeof contactRows>>): ContactStore {
  const rows = rowsOf(contactRows, dialect);
  /** The table with the type that every row has, since lists can be asked about it. */
  const typed = db.selectFrom("contacts").selectAll().select(sql.lit(CONTACT_TYPE).as("type")).as("contacts");

  return {
    async find(id) {
      const row = await em.findOne(contactRows, { id });
      return row && entryOf(contactRows, row);
    },

    async lock(id) {
      const row = await em.findOne(contactRows, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
      return row && entryOf(contactRows, row);
    },

    list: (query) =>
      pageOf(
        db.selectFrom(typed),
        { listing: contactListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("contacts")),
        rows.decode,
      ),

    async insert(contact) {
      em.create(contactRows, { ...contact, ...foldedTwins(contactRows, contact) });
      await em.flush();
    },

    async update(contact) {
      const row = await em.findOneOrFail(contactRows, { id: contact.id });
      em.assign(row, { ...contact, ...foldedTwins(contactRows, contact) });
      await em.flush();
    },

    async remove(id) {
      const row = await em.findOne(contactRows, { id });
      if (row) await em.remove(row).flush();
    },
  };
}
