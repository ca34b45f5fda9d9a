import type { MandataireId } from "@cartulary/rental/agency";
import {
  type MandateId,
  type MandatePropertyStore,
  type MandateStore,
  mandateListing,
} from "@cartulary/rental/property";
import { sql } from "kysely";
import type { Row } from "../../engine/columns.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { type Source, statement } from "../../engine/statement.ts";
import { columnsOf } from "../../records/listing.ts";
import { estatePages, type ListScope } from "./lists.ts";
import { createMandataireRowStore } from "./mandataire-rows.ts";
import { isDueMandate } from "./mandate-status-sql.ts";
import {
  type ListedMandateRow,
  listedMandateFrom,
  type MandateDetailRow,
  mandateDetailColumns,
  mandateDetailFrom,
  mandateListColumns,
  mandatesOn,
  withOwnerAndProperty,
} from "./mandate-views.ts";
import { mandatePropertyRows, mandateRows } from "./tables/mandates.ts";
import type { EstateTables } from "./tables.ts";

const rows = createMandataireRowStore(mandateRows);

const JOINS = sql`join owners on owners.mandataire_id = mandates.mandataire_id and owners.id = mandates.owner_id
  left join properties on properties.mandataire_id = mandates.mandataire_id and properties.id = mandates.property_id`;

const list = estatePages({
  listing: mandateListing,
  columns: {
    ...columnsOf(mandateListing, mandateRows),
    status: { ref: "mandates.status_today", nullable: false },
    endDate: { ref: "mandates.end_today", nullable: true },
    businessCode: { ref: "mandates.business_code", nullable: true },
    ownerId: { ref: "owners.profile_id", nullable: false },
    ownerActorId: { ref: "mandates.owner_id", nullable: false },
    ownerName: { ref: "owners.display_name", nullable: false },
    ownerBusinessCode: { ref: "owners.accounting_code", nullable: false },
    propertyName: { ref: "properties.name", nullable: true },
    propertyBusinessCode: { ref: "properties.business_code", nullable: true },
  },
  table: "mandates",
  source: mandatesOn,
  joins: () => JOINS,
  rows: (from, scope, dialect) => withOwnerAndProperty(from, scope, dialect),
  select: (matching, { dialect }) => matching.select(mandateListColumns(dialect)),
});

const detail = statement((source: Source<EstateTables>, { id, ...scope }: ListScope & { readonly id: string }) =>
  withOwnerAndProperty(source.db, scope, source.dialect)
    .where("mandates.id", "=", id as MandateId)
    .select(mandateDetailColumns(source.dialect))
    .compile(),
);

export function createMandateStore(
  transaction: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
): MandateStore {
  const { db, dialect } = transaction;
  const stored = rowsOf(mandateRows, dialect);
  return {
    ...rows(transaction, mandataireId),

    list: (query, today) =>
      list(transaction, query, { mandataireId, today }, (row: ListedMandateRow) => listedMandateFrom(dialect, row)),

    async detail(id, today) {
      const { rows: found } = await detail(transaction, { mandataireId, today, id }, undefined);
      return found[0] ? mandateDetailFrom(dialect, found[0] as unknown as MandateDetailRow) : null;
    },

    async lockDue(today, limit) {
      const due = await db
        .selectFrom("mandates")
        .select(stored.columns("mandates"))
        .where("mandataire_id", "=", mandataireId)
        .where(isDueMandate(today))
        .orderBy("start_date")
        .orderBy("created_at")
        .orderBy("id")
        .limit(limit)
        .modifyEnd(dialect.forUpdate)
        .execute();
      return due.map((row) => stored.decode(row as Row<typeof mandateRows>));
    },
  };
}

export function createMandatePropertyStore(
  { db, dialect }: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
): MandatePropertyStore {
  const stored = rowsOf(mandatePropertyRows, dialect);
  return {
    async replace(mandateId, properties) {
      await db
        .deleteFrom("mandate_properties")
        .where("mandataire_id", "=", mandataireId)
        .where("mandate_id", "=", mandateId)
        .execute();
      const written = properties.map((propertyId, position) =>
        stored.encode({ mandataireId, mandateId, propertyId, position }),
      );
      for (let first = 0; first < written.length; first += ROWS_MAX)
        await db
          .insertInto("mandate_properties")
          .values(written.slice(first, first + ROWS_MAX))
          .execute();
    },
  };
}

/** The maximum number of rows of one statement: engines limit the number of parameters. */
const ROWS_MAX = 200;
