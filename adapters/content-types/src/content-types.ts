import type { ContentTypes } from "@cartulary/documents";
import { fileTypeFromBuffer } from "file-type";

/**
 * Recognises files by their magic numbers. Text formats, HTML included, have none and are not recognised; only an XML
 * declaration is, as `application/xml`.
 *
 * @example
 * ```ts
 * import { createContentTypes } from "@cartulary/content-types";
 *
 * await createContentTypes().recognise(new TextEncoder().encode("%PDF-1.7\n")); // "application/pdf"
 * ```
 */
export function createContentTypes(): ContentTypes {
  return {
    async recognise(head) {
      const found = await fileTypeFromBuffer(head);
      return found ? mediaTypeOf(found.mime) : null;
    },
  };
}

/** Removes parameters, as in `audio/ogg; codecs=opus`. */
function mediaTypeOf(mime: string): string {
  return (mime.split(";")[0] ?? mime).trim().toLowerCase();
}
