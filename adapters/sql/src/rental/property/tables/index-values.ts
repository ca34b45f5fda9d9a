import type { Day, Decimal, Quarter } from "@cartulary/kernel";
import type { IndexCode, IndexValue } from "@cartulary/rental/property";
import { defineEntity } from "@mikro-orm/core";
import { type Database, id, instant, integer, text } from "../../../engine/columns.ts";

/** Values of rent indices, shared by all tenants. */
export const indexValueRows = defineEntity({
  name: "IndexValue",
  tableName: "index_values",
  properties: {
    id: id<IndexValue["id"]>().primary(),
    indexCode: text<IndexCode>(),
    period: text<Quarter>(),
    value: integer<Decimal>(),
    publishedOn: text<Day>(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  uniques: [{ name: "index_values_period_unique", properties: ["indexCode", "period"] }],
  indexes: [
    { name: "index_values_created_at_index", properties: ["createdAt", "id"] },
    { name: "index_values_updated_at_index", properties: ["updatedAt", "id"] },
  ],
});

export type IndexValueTables = Database<typeof indexValueRows>;
