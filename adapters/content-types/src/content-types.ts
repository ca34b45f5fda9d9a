import type { ContentTypes } from "@cartulary/documents";
import { fileTypeFromBuffer } from "file-type";

/** Recognises files by their magic numbers. Text of any kind, HTML and SVG among it, has none and is not recognised. */
export function createContentTypes(): ContentTypes {
  return {
    async recognise(head) {
      const found = await fileTypeFromBuffer(head);
      return found ? mediaTypeOf(found.mime) : null;
    },
  };
}

/** Without the parameters that some answers carry, as `audio/ogg; codecs=opus` does. */
function mediaTypeOf(mime: string): string {
  return (mime.split(";")[0] ?? mime).trim().toLowerCase();
}
