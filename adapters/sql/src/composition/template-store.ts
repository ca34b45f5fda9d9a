import { type DocumentTemplateView, type TemplateStore, templateListing } from "@cartulary/composition";
import { invalid } from "@cartulary/kernel";
import { UniqueConstraintViolationException } from "@mikro-orm/core";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { valueSet } from "../engine/row-set.ts";
import { bytesIn, idsWithin, inOrderOf } from "../records/bounded-rows.ts";
import { columnsOf } from "../records/listing.ts";
import { pageOf } from "../records/pages.ts";
import { recordStore } from "../records/record-store.ts";
import { type CompositionTables, templateRows } from "./tables.ts";

const columns = columnsOf(templateListing, templateRows);
const records = recordStore(templateRows, templateListing);

/** Columns of unbounded length. */
const LONG = ["description", "typst_source", "variables_schema", "default_parts", "page_settings"];

/** Templates, with unique keys. The documents of a template are counted when it is read. */
export function createTemplateStore(transaction: SqlTransaction<CompositionTables>): TemplateStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(templateRows, dialect);
  const own = records(transaction);
  const from = db.selectFrom("document_templates");
  const select = (matching: typeof from) =>
    matching
      .select(rows.columns("document_templates"))
      .select(({ selectFrom, fn }) =>
        selectFrom("composed_documents")
          .select(fn.countAll<number>().as("count"))
          .whereRef("composed_documents.template_id", "=", "document_templates.id")
          .as("composed_documents_count"),
      );
  const decode = (
    row: Parameters<typeof rows.decode>[0] & { readonly composed_documents_count: number | null },
  ): DocumentTemplateView => ({
    ...rows.decode(row),
    composedDocumentsCount: Number(row.composed_documents_count),
  });

  return {
    ...own,
    insert: (template) => own.insert(template).catch(refuseTaken),
    update: (template) => own.update(template).catch(refuseTaken),

    async find(id) {
      const row = await select(from).where("document_templates.id", "=", id).executeTakeFirst();
      return row ? decode(row) : null;
    },

    async findByKey(key) {
      const row = await select(from).where("document_templates.key", "=", key).executeTakeFirst();
      return row ? decode(row) : null;
    },

    async listActive(offset) {
      const sized = await from
        .select("id")
        .select(bytesIn(LONG, dialect).as("bytes"))
        .where("active", "=", dialect.boolean(true))
        .orderBy("name_fold")
        .orderBy("id")
        .execute();
      const ids = idsWithin(sized.slice(offset));
      const chosen = from.where("document_templates.id", "in", valueSet(templateRows, "id", ids, dialect));
      const found = ids.length === 0 ? [] : await select(chosen).execute();
      return { items: inOrderOf(ids, found.map(decode)), total: sized.length };
    },

    async lockSharedByKey(key) {
      const row = await from
        .select(rows.columns("document_templates"))
        .where("key", "=", key)
        .where("active", "=", dialect.boolean(true))
        .modifyEnd(dialect.forShare)
        .executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    async lockShared(id) {
      const row = await from.select("id").where("id", "=", id).modifyEnd(dialect.forShare).executeTakeFirst();
      return row !== undefined;
    },

    async isSeeded(set) {
      const claim = db.selectFrom("template_seed_sets").select("id").where("id", "=", set);
      return (await claim.executeTakeFirst()) !== undefined;
    },

    async claimSeeding(set) {
      const claimed = db
        .insertInto("template_seed_sets")
        .values({ id: set })
        .onConflict((conflict) => conflict.doNothing());
      return (await claimed.returning("id").execute()).length > 0;
    },

    list: (query) => pageOf(from, { listing: templateListing, query, columns, dialect }, select, decode),
  };
}

function refuseTaken(error: unknown): never {
  if (!(error instanceof UniqueConstraintViolationException)) throw error;
  throw invalid({ field: "key", code: "taken", message: "has already been taken" });
}
