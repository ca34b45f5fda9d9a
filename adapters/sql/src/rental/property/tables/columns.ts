import type { Day, Decimal } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental/agency";
import { id, instant, integer, text } from "../../../engine/columns.ts";

/** The primary key: the mandataire, then the id. */
export const key = <Own extends string>() => ({ mandataireId: id<MandataireId>().primary(), id: id<Own>().primary() });
/** The times of creation and of the last change. */
export const timestampColumns = () => ({ createdAt: instant(), updatedAt: instant() });
/** A civil day. */
export const day = () => text<Day>();
/** In ten-thousandths. */
export const decimal = () => integer<Decimal>();

/** The indexes for the default order of lists and for change feeds. */
export const timestampIndexes = (table: string) =>
  (["created", "updated"] as const).map((change) => ({
    name: `${table}_${change}_at_index`,
    properties: ["mandataireId", `${change}At`, "id"] as ("mandataireId" | "createdAt" | "updatedAt" | "id")[],
  }));
