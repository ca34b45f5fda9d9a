import type { Day, Decimal } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental";
import { id, instant, integer, text } from "../../../engine/columns.ts";

/** Whose a record is, first in every key, and which. */
export const key = <Own extends string>() => ({ mandataireId: id<MandataireId>().primary(), id: id<Own>().primary() });
/** When a record was made, and when it last changed. */
export const dated = () => ({ createdAt: instant(), updatedAt: instant() });
/** A civil day. */
export const day = () => text<Day>();
/** Ten-thousandths. */
export const decimal = () => integer<Decimal>();

/** What lists are read by when nothing else is asked, and by whoever follows what changes. */
export const datedIndexes = (table: string) =>
  (["created", "updated"] as const).map((change) => ({
    name: `${table}_${change}_at_index`,
    properties: ["mandataireId", `${change}At`, "id"] as ("mandataireId" | "createdAt" | "updatedAt" | "id")[],
  }));
