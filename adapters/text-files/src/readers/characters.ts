import { isUtf8 } from "node:buffer";
import { decodeText } from "@cartulary/kernel";

/** Number of bytes that may contain an encoding declaration. */
const DECLARATION_BYTES = 4_096;
const DECLARATION =
  /^\s*<\?xml\s[^>]{0,300}?encoding\s*=\s*["']([\w.:-]{1,40})|<meta\s[^>]{0,300}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i;

/** Decodes XML or HTML. The declared encoding applies if the bytes are not recognisably Unicode. */
export function declaredCharacters(bytes: Uint8Array): string {
  const beginning = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString("latin1");
  const [, xml, html] = DECLARATION.exec(beginning) ?? [];
  const label = xml ?? html;
  const decoder = label === undefined || isUtf8(bytes) ? null : decoderFor(label);
  return decoder ? decoder.decode(bytes) : decodeText(bytes);
}

type Decoder = InstanceType<typeof TextDecoder>;

/** Returns a decoder; `null` for an unknown encoding, and for Unicode labels, whose declaration is often wrong. */
function decoderFor(label: string): Decoder | null {
  if (/^utf-?(?:8|16|32)|^iso-10646/i.test(label)) return null;
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}
