import { CONTACT_TYPE, type Contact, type ContactField, contactListing } from "@cartulary/directory";
import type { RecordStore } from "@cartulary/kernel";
import { sql } from "kysely";
import type { Database } from "../engine/columns.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { type Columns, columnsOf } from "../records/listing.ts";
import { pageOf } from "../records/pages.ts";
import { recordStore } from "../records/record-store.ts";
import { contactRows } from "./tables.ts";

const columns: Columns<ContactField> = {
  ...columnsOf(contactListing, contactRows),
  type: { ref: "contacts.type", nullable: false },
};

const records = recordStore(contactRows, contactListing, { columns });

/** Contacts. Lists can filter by the type, which is the same for all contacts and not stored. */
export function createContactStore(
  transaction: SqlTransaction<Database<typeof contactRows>>,
): RecordStore<Contact, ContactField> {
  const { db, dialect } = transaction;
  const rows = rowsOf(contactRows, dialect);
  const typed = db.selectFrom("contacts").selectAll().select(sql.lit(CONTACT_TYPE).as("type")).as("contacts");
  return {
    ...records(transaction),
    list: (query) =>
      pageOf(
        db.selectFrom(typed),
        { listing: contactListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("contacts")),
        rows.decode,
      ),
  };
}
