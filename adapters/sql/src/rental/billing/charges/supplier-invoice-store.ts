import type { Cents } from "@cartulary/ledger";
import type { MandataireId } from "@cartulary/rental/agency";
import {
  type PayableInvoice,
  referenceKey,
  type SupplierInvoice,
  type SupplierInvoicePart,
  type SupplierInvoiceStore,
  supplierInvoiceListing,
} from "@cartulary/rental/billing";
import type { OwnerId, RentalContactId } from "@cartulary/rental/property";
import { sql } from "kysely";
import type { Row } from "../../../engine/columns.ts";
import type { SqlTransaction } from "../../../engine/module.ts";
import { rowsOf } from "../../../engine/row-codec.ts";
import { insertAll, valueSet } from "../../../engine/row-set.ts";
import { sumFrom, sumOf } from "../../../ledger/sums.ts";
import { columnsOf } from "../../../records/listing.ts";
import { pageOf } from "../../../records/pages.ts";
import { bankAccountRows, ownerRows, rentalContactRows } from "../../property/tables/people.ts";
import type { EstateTables } from "../../property/tables.ts";
import { type ChargeTables, supplierInvoicePartRows, supplierInvoiceRows } from "./tables.ts";

const columns = columnsOf(supplierInvoiceListing, supplierInvoiceRows);

export function createSupplierInvoiceStore(
  { db, dialect }: SqlTransaction<ChargeTables & Omit<EstateTables, keyof ChargeTables>>,
  mandataireId: MandataireId,
): SupplierInvoiceStore {
  const rows = rowsOf(supplierInvoiceRows, dialect);
  const partRows = rowsOf(supplierInvoicePartRows, dialect);
  const own = () => db.selectFrom("supplier_invoices").where("supplier_invoices.mandataire_id", "=", mandataireId);
  const all = () => own().select(rows.columns("supplier_invoices"));
  const byDate = () => all().orderBy("invoice_date").orderBy("id");
  const open = () => byDate().where("status", "=", "open");
  const decode = (row: Row<typeof supplierInvoiceRows>): SupplierInvoice => {
    const { referenceKey: _, chargeStatementId: __, ...invoice } = rows.decode(row);
    return invoice;
  };

  return {
    async find(id) {
      const row = await all().where("id", "=", id).executeTakeFirst();
      return row ? decode(row) : null;
    },

    async lock(id) {
      const row = await all().where("id", "=", id).modifyEnd(dialect.forUpdate).executeTakeFirst();
      return row ? decode(row) : null;
    },

    list: (query) =>
      pageOf(
        own(),
        { listing: supplierInvoiceListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("supplier_invoices")),
        decode,
      ),

    async lockNamed(keys) {
      if (keys.length === 0) return [];
      const named = byDate().where(
        "reference_key",
        "in",
        valueSet(supplierInvoiceRows, "reference_key", keys, dialect),
      );
      return (await named.modifyEnd(dialect.forUpdate).execute()).map(decode);
    },

    async lockOpenOf(payments) {
      if (payments.length === 0) return [];
      const [ibans, amounts] = [payments.map(({ iban }) => iban), payments.map(({ amountCents }) => amountCents)];
      const found = await open()
        .where("total_cents", "in", valueSet(supplierInvoiceRows, "total_cents", [...new Set(amounts)], dialect))
        .where(
          "service_provider_id",
          "in",
          sql<RentalContactId>`(select contact_id from bank_accounts where mandataire_id = ${mandataireId}
            and contact_id is not null and iban in ${valueSet(bankAccountRows, "iban", [...new Set(ibans)], dialect)})`,
        )
        .modifyEnd(dialect.forUpdate)
        .execute();
      const invoices = found.map(decode);
      const accounts = await accountsOf(invoices.map((invoice) => invoice.serviceProviderId));
      return invoices.flatMap((invoice) =>
        (accounts.get(invoice.serviceProviderId) ?? []).map(({ iban }): PayableInvoice => ({ invoice, iban })),
      );
    },

    async lockPaidBy(id) {
      const paid = all().where("bank_transaction_id", "=", id).orderBy("id").modifyEnd(dialect.forUpdate);
      return (await paid.execute()).map(decode);
    },

    async isTaken(provider, reference) {
      const same = own().select("id").where("service_provider_id", "=", provider).where("reference", "=", reference);
      return (await same.limit(1).executeTakeFirst()) !== undefined;
    },

    async isInStatement(id) {
      const reserved = own().select("id").where("id", "=", id).where("charge_statement_id", "is not", null);
      return (await reserved.executeTakeFirst()) !== undefined;
    },

    async providerCodes(ids) {
      if (ids.length === 0) return new Map();
      const found = await db
        .selectFrom("rental_contacts")
        .select(["id", "accounting_code"])
        .where("mandataire_id", "=", mandataireId)
        .where("id", "in", valueSet(rentalContactRows, "id", ids, dialect))
        .execute();
      return new Map(found.flatMap(({ id, accounting_code: code }) => (code === null ? [] : [[id, code] as const])));
    },

    async partsOf(ids) {
      if (ids.length === 0) return [];
      const found = await db
        .selectFrom("supplier_invoice_parts")
        .select(partRows.columns("supplier_invoice_parts"))
        .where("mandataire_id", "=", mandataireId)
        .where("invoice_id", "in", valueSet(supplierInvoicePartRows, "invoice_id", ids, dialect))
        .orderBy("invoice_id")
        .orderBy("owner_id")
        .execute();
      return found.map((row): SupplierInvoicePart => {
        const { mandataireId: _, ...part } = partRows.decode(row);
        return part;
      });
    },

    async openPartsOf(owners) {
      if (owners.length === 0) return new Map<OwnerId, Cents>();
      const { rows: found } = await sql<{ readonly ownerId: OwnerId; readonly total: string }>`
        select part.owner_id as "ownerId", ${sumOf(sql`part.amount_cents`)} as total
        from supplier_invoice_parts as part
        join supplier_invoices as invoice
          on invoice.mandataire_id = part.mandataire_id and invoice.id = part.invoice_id
        where part.mandataire_id = ${mandataireId} and invoice.status = 'open'
          and part.owner_id in ${valueSet(ownerRows, "id", owners, dialect)}
        group by part.owner_id`.execute(db);
      return new Map(found.map(({ ownerId, total }) => [ownerId, sumFrom(total)]));
    },

    async insert(invoice, parts) {
      const row = rows.encode({
        ...invoice,
        ...{ referenceKey: referenceKey(invoice.reference), chargeStatementId: null },
      });
      await db.insertInto("supplier_invoices").values(row).execute();
      const own = parts.map((part) => partRows.encode({ ...part, mandataireId }));
      await insertAll(supplierInvoicePartRows, own, { db, dialect });
    },

    async update(invoices) {
      for (const invoice of invoices) {
        const { status, paidOn, bankTransactionId, entriesCount, updatedAt } = invoice;
        const changed = {
          status,
          paid_on: paidOn,
          bank_transaction_id: bankTransactionId,
          entries_count: entriesCount,
        };
        await db
          .updateTable("supplier_invoices")
          .set({ ...changed, updated_at: dialect.instant(updatedAt) } as never)
          .where("mandataire_id", "=", mandataireId)
          .where("id", "=", invoice.id)
          .execute();
      }
    },

    async remove(id) {
      await db
        .deleteFrom("supplier_invoice_parts")
        .where("mandataire_id", "=", mandataireId)
        .where("invoice_id", "=", id)
        .execute();
      await db.deleteFrom("supplier_invoices").where("mandataire_id", "=", mandataireId).where("id", "=", id).execute();
    },
  };

  async function accountsOf(providers: readonly RentalContactId[]) {
    if (providers.length === 0) return new Map<RentalContactId | null, { readonly iban: string }[]>();
    const found = await db
      .selectFrom("bank_accounts")
      .select(["contact_id", "iban"])
      .where("mandataire_id", "=", mandataireId)
      .where("contact_id", "in", valueSet(bankAccountRows, "contact_id", [...new Set(providers)], dialect))
      .execute();
    const accounts = found.flatMap(({ contact_id: contactId, iban }) => (iban === null ? [] : [{ contactId, iban }]));
    return Map.groupBy(accounts, ({ contactId }) => contactId);
  }
}
