import type { Condition, Day } from "@cartulary/kernel";
import type { FecExport, FecExportField, FecExports } from "@cartulary/rental/accounting";
import { retainedThrough } from "@cartulary/rental/agency";
import { fecExportOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, type OfMandataire, ok } from "../../requests/handlers.ts";
import { listReply } from "../../requests/listing.ts";

/** Returns the download path of an accounting file, below the public URL. */
export function fecDownloadPath(id: string): string {
  return fecExportOperations.downloadFecExport.path.replace("{id}", id);
}

export const fecExportHandlers: Handlers<
  typeof fecExportOperations,
  { readonly fecExports: OfMandataire<FecExports>; readonly baseUrl: () => string }
> = {
  listFecExports: async ({ mandataireId, list, caller }, { fecExports, baseUrl }) => {
    const conditions = list.conditions.map((condition) => onPath(condition, baseUrl()));
    const { items, ...page } = await fecExports(mandataireId).list(caller, { ...list, conditions });
    return listReply({ ...page, items: items.map((each) => toFecExportReply(each, baseUrl())) });
  },
  createFecExport: async ({ mandataireId, body, caller }, { fecExports, baseUrl }) =>
    created(toFecExportReply(await fecExports(mandataireId).create(caller, body), baseUrl())),
  getFecExport: async ({ mandataireId, params, caller }, { fecExports, baseUrl }) =>
    ok(toFecExportReply(await fecExports(mandataireId).get(caller, params.id), baseUrl())),
  deleteFecExport: async ({ mandataireId, params, caller }, { fecExports }) =>
    noContent(await fecExports(mandataireId).remove(caller, params.id)),
  downloadFecExport: async ({ mandataireId, params, query, caller }, { fecExports }) => {
    const { fileName, open, ...content } = await fecExports(mandataireId).download(caller, { ...params, ...query });
    return ok({ content: { ...content, name: fileName }, open });
  },
};

/** An accounting file in replies. */
type ShownFecExport = Omit<FecExport, "totalDebitCents" | "totalCreditCents" | "downloadPath"> & {
  readonly retainUntil: Day;
  readonly totalDebit: FecExport["totalDebitCents"];
  readonly totalCredit: FecExport["totalCreditCents"];
  readonly downloadUrl: string;
};

/** Converts a stored accounting file to its reply. */
export function toFecExportReply(
  { totalDebitCents, totalCreditCents, downloadPath, ...fecExport }: FecExport,
  baseUrl: string,
): ShownFecExport {
  return {
    ...fecExport,
    retainUntil: retainedThrough(fecExport.year),
    totalDebit: totalDebitCents,
    totalCredit: totalCreditCents,
    downloadUrl: baseUrl + downloadPath,
  };
}

/** Filters on URLs become filters on the stored paths. */
function onPath(condition: Condition<FecExportField>, base: string): Condition<FecExportField> {
  if (condition.fields[0] !== "downloadUrl") return condition;
  const pathOf = (value: string): string => {
    if (condition.predicate === "cont" && base.toLowerCase().includes(value.toLowerCase())) return "";
    return value.startsWith(base) ? value.slice(base.length) : value;
  };
  return { ...condition, values: condition.values.map((value) => pathOf(String(value))) };
}
