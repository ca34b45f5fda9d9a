import type { Condition } from "@cartulary/kernel";
import type { FecExport, FecExportField, FecExports, MandataireId } from "@cartulary/rental";
import { fecExportOperations } from "@cartulary/wire";
import { created, type Handlers, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** Where an accounting file is downloaded, below the address that the server is reached at. */
export function fecDownloadPath(id: string): string {
  return fecExportOperations.downloadFecExport.path.replace("{id}", id);
}

/** The accounting files of a mandataire over HTTP. */
export function fecExportHandlers(
  fecExports: (mandataireId: MandataireId) => FecExports,
  baseUrl: () => string,
): Handlers<typeof fecExportOperations> {
  const shown = (fecExport: FecExport) => shownFecExport(fecExport, baseUrl());
  return {
    listFecExports: async ({ mandataireId, list, caller }) => {
      const conditions = list.conditions.map((condition) => onPath(condition, baseUrl()));
      const { items, ...page } = await fecExports(mandataireId).list(caller, { ...list, conditions });
      return listed({ ...page, items: items.map(shown) });
    },
    createFecExport: async ({ mandataireId, body, caller }) =>
      created(shown(await fecExports(mandataireId).create(caller, body))),
    getFecExport: async ({ mandataireId, params, caller }) =>
      ok(shown(await fecExports(mandataireId).get(caller, params.id))),
    downloadFecExport: async ({ mandataireId, params, query, caller }) => {
      const { fileName, open, ...content } = await fecExports(mandataireId).download(caller, { ...params, ...query });
      return ok({ content: { ...content, name: fileName }, open });
    },
  };
}

/** An accounting file as it is answered. */
type ShownFecExport = Omit<FecExport, "totalDebitCents" | "totalCreditCents" | "downloadPath"> & {
  readonly totalDebit: FecExport["totalDebitCents"];
  readonly totalCredit: FecExport["totalCreditCents"];
  readonly downloadUrl: string;
};

/** The same, of what is kept. */
export function shownFecExport(
  { totalDebitCents, totalCreditCents, downloadPath, ...fecExport }: FecExport,
  baseUrl: string,
): ShownFecExport {
  return {
    ...fecExport,
    totalDebit: totalDebitCents,
    totalCredit: totalCreditCents,
    downloadUrl: baseUrl + downloadPath,
  };
}

/** What is kept of an address is its path: filters on the whole of it, as it is answered, ask about that. */
function onPath(condition: Condition<FecExportField>, base: string): Condition<FecExportField> {
  if (condition.fields[0] !== "downloadUrl") return condition;
  const pathOf = (value: string): string => {
    if (condition.predicate === "cont" && base.toLowerCase().includes(value.toLowerCase())) return "";
    return value.startsWith(base) ? value.slice(base.length) : value;
  };
  return { ...condition, values: condition.values.map((value) => pathOf(String(value))) };
}
