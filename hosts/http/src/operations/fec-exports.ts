import type { FecExport, FecExports, MandataireId } from "@cartulary/rental";
import type { fecExportOperations } from "@cartulary/wire";
import { created, type Handlers, listed, ok } from "../handlers.ts";

/** The accounting files of a mandataire over HTTP. */
export function fecExportHandlers(
  fecExports: (mandataireId: MandataireId) => FecExports,
  baseUrl: () => string,
): Handlers<typeof fecExportOperations> {
  const shown = ({ totalDebitCents, totalCreditCents, downloadPath, ...fecExport }: FecExport) => ({
    ...fecExport,
    totalDebit: totalDebitCents,
    totalCredit: totalCreditCents,
    downloadUrl: baseUrl() + downloadPath,
  });
  return {
    listFecExports: async ({ mandataireId, list, caller }) => {
      const { items, ...page } = await fecExports(mandataireId).list(caller, list);
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
