import type { Day } from "@cartulary/kernel";
import { retainUntilOf } from "@cartulary/rental/agency";
import type { LetterBatch, LetterBatches } from "@cartulary/rental/letters";
import { letterOperations } from "@cartulary/wire";
import { accepted, type Handlers, type OfMandataire, ok } from "../../requests/handlers.ts";
import { listReply } from "../../requests/listing.ts";
import { letterHeaders } from "../pdf-download.ts";

/** Letters that are printed as many, over HTTP. */
export const letterHandlers: Handlers<
  typeof letterOperations,
  { readonly letterBatches: OfMandataire<LetterBatches>; readonly baseUrl: () => string }
> = {
  listLetters: async ({ mandataireId, list, caller }, { letterBatches, baseUrl }) => {
    const { items, ...page } = await letterBatches(mandataireId).list(caller, list);
    return listReply({ ...page, items: items.map((batch) => toLettersReply(batch, baseUrl())) });
  },
  createLetters: async ({ mandataireId, body, caller }, { letterBatches, baseUrl }) =>
    accepted(toLettersReply(await letterBatches(mandataireId).create(caller, body), baseUrl())),
  getLetters: async ({ mandataireId, params, caller }, { letterBatches, baseUrl }) =>
    ok(toLettersReply(await letterBatches(mandataireId).get(caller, params.id), baseUrl())),
  cancelLetters: async ({ mandataireId, params, caller }, { letterBatches, baseUrl }) =>
    ok(toLettersReply(await letterBatches(mandataireId).cancel(caller, params.id), baseUrl())),
  downloadLetters: async ({ mandataireId, params, caller }, { letterBatches }) => {
    const {
      fileName: name,
      byteSize,
      sha256,
      open,
      ...lacks
    } = await letterBatches(mandataireId).download(caller, params.id);
    const content = { name, byteSize, sha256, contentType: "application/pdf" };
    return ok({ content, headers: letterHeaders(lacks), open });
  },
};

/** Letters in replies. */
interface ShownLetters extends LetterBatch {
  readonly downloadUrl: string | null;
  readonly retainUntil: Day;
}

/** Adds the address of the merged PDF, `null` before the end, and the last day on which it is stored. */
export function toLettersReply(batch: LetterBatch, baseUrl: string): ShownLetters {
  const { path } = letterOperations.downloadLetters;
  return {
    ...batch,
    downloadUrl: batch.status === "completed" ? baseUrl + path.replace("{id}", batch.id) : null,
    retainUntil: retainUntilOf(batch),
  };
}
