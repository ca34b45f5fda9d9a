import type { MandataireId } from "@cartulary/rental/agency";
import {
  type BankAccount,
  type ContactCollection,
  type RentalContactStore,
  rentalContactListing,
  type ServiceProviderStore,
} from "@cartulary/rental/property";
import { type SqlBool, sql } from "kysely";
import type { Row } from "../../engine/columns.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { columnsOf } from "../../records/listing.ts";
import { elementStore } from "./array-element-store.ts";
import { estatePages } from "./lists.ts";
import { createMandataireRowStore } from "./mandataire-rows.ts";
import { bankAccountRows, rentalContactRows } from "./tables/people.ts";
import type { EstateTables } from "./tables.ts";

const records = createMandataireRowStore(rentalContactRows);
const EMAIL = { ref: "rental_contacts.email", nullable: true };
const PHONE = { ref: "rental_contacts.phone", nullable: true };

const listIn = (collection: ContactCollection) =>
  estatePages({
    listing: rentalContactListing,
    columns: {
      ...columnsOf(rentalContactListing, rentalContactRows),
      emailAddress: EMAIL,
      phoneNumber: PHONE,
    },
    table: "rental_contacts",
    among: sql<SqlBool>`rental_contacts.collection = ${sql.lit(collection)}`,
    rows: (from) => from.selectFrom("rental_contacts"),
    select: (matching, { dialect }) => matching.select(rowsOf(rentalContactRows, dialect).columns("rental_contacts")),
  });

const lists = { contacts: listIn("contacts"), service_providers: listIn("service_providers") };

export const contactStoreOf =
  (collection: ContactCollection) =>
  (transaction: SqlTransaction<EstateTables>, mandataireId: MandataireId): RentalContactStore => {
    const { db, dialect } = transaction;
    const rows = rowsOf(rentalContactRows, dialect);
    const { find, lock, ...others } = records(transaction, mandataireId);
    const own = <Contact extends { readonly collection: string }>(contact: Contact | null) =>
      contact?.collection === collection ? contact : null;
    return {
      ...others,
      find: async (id) => own(await find(id)),
      lock: async (id) => own(await lock(id)),
      list: (query, today) =>
        lists[collection](transaction, query, { mandataireId, today }, (row: Row<typeof rentalContactRows>) =>
          rows.decode(row),
        ),
      detail: async (id) => own(await find(id)),
      async hasDependents(id) {
        const party = db.selectFrom("lease_parties").select("id").where("mandataire_id", "=", mandataireId);
        return (await party.where("contact_id", "=", id).limit(1).executeTakeFirst()) !== undefined;
      },
      async any() {
        const contact = db.selectFrom("rental_contacts").select("id").where("mandataire_id", "=", mandataireId);
        return (await contact.where("collection", "=", collection).limit(1).executeTakeFirst()) !== undefined;
      },
    };
  };

/** Service providers: with their bank accounts in details, and not removable once they have invoices. */
export function createServiceProviderStore(
  transaction: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
): ServiceProviderStore {
  const { hasDependents, find, ...others } = contactStoreOf("service_providers")(transaction, mandataireId);
  const accounts = elementStore<string, BankAccount>(transaction, mandataireId, {
    ...{ table: bankAccountRows, parent: "contactId" },
  });
  return {
    ...others,
    find,
    async detail(id) {
      const provider = await find(id);
      return provider && { ...provider, bankAccounts: await accounts.of(id) };
    },
    async hasDependents(id) {
      if (await hasDependents(id)) return true;
      const { rows } = await sql`select id from supplier_invoices
        where mandataire_id = ${mandataireId} and service_provider_id = ${id} limit 1`.execute(transaction.db);
      return rows.length > 0;
    },
  };
}
