import type { MandataireId } from "@cartulary/rental/agency";
import { type EstateStore, type Ownership, type OwnershipField, ownershipListing } from "@cartulary/rental/property";
import type { Row } from "../../engine/columns.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { columnsOf } from "../../records/listing.ts";
import { estatePages } from "./lists.ts";
import { createMandataireRowStore } from "./mandataire-rows.ts";
import { ownershipRows } from "./tables/units.ts";
import type { EstateTables } from "./tables.ts";

const records = createMandataireRowStore(ownershipRows);

const list = estatePages({
  listing: ownershipListing,
  columns: columnsOf(ownershipListing, ownershipRows),
  table: "ownerships",
  rows: (from) => from.selectFrom("ownerships"),
  select: (matching, { dialect }) => matching.select(rowsOf(ownershipRows, dialect).columns("ownerships")),
});

export function createOwnershipStore(
  transaction: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
): EstateStore<Ownership, OwnershipField, Ownership, Ownership> {
  const rows = rowsOf(ownershipRows, transaction.dialect);
  const own = records(transaction, mandataireId);
  return {
    ...own,
    detail: (id) => own.find(id),
    list: (query, today) =>
      list(transaction, query, { mandataireId, today }, (row: Row<typeof ownershipRows>) => rows.decode(row)),
  };
}
