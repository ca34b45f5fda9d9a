import type { ByteRange } from "@cartulary/kernel";
import type { MandataireId, RentCalls } from "@cartulary/rental";
import type { rentCallOperations } from "@cartulary/wire";
import { type Handlers, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** The rent calls of a mandataire over HTTP. */
export function rentCallHandlers(
  rentCalls: (mandataireId: MandataireId) => RentCalls,
): Handlers<typeof rentCallOperations> {
  return {
    listRentCalls: async ({ mandataireId, list, caller }) => listed(await rentCalls(mandataireId).list(caller, list)),
    getRentCall: async ({ mandataireId, params, caller }) => ok(await rentCalls(mandataireId).get(caller, params.id)),
    downloadRentCall: async ({ mandataireId, params, caller }) => {
      const { fileName: name, pdf, sha256 } = await rentCalls(mandataireId).document(caller, params.id);
      const content = { name, contentType: "application/pdf", byteSize: pdf.byteLength, sha256 };
      return ok({ content, open: async (range) => piecesOf(pdf, range) });
    },
  };
}

/** The bytes, or those of a range. */
async function* piecesOf(bytes: Uint8Array, range?: ByteRange): AsyncGenerator<Uint8Array> {
  yield range ? bytes.subarray(range.start, range.end + 1) : bytes;
}
