import { isUtf8 } from "node:buffer";
import { decoded } from "@cartulary/kernel";

/** In which bytes at the beginning an encoding is declared. */
const DECLARATION_BYTES = 4_096;
const DECLARATION =
  /^\s*<\?xml\s[^>]{0,300}?encoding\s*=\s*["']([\w.:-]{1,40})|<meta\s[^>]{0,300}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i;

/** The characters of XML or HTML: its declaration decides where the bytes do not. */
export function declaredCharacters(bytes: Uint8Array): string {
  const beginning = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString("latin1");
  const [, xml, html] = DECLARATION.exec(beginning) ?? [];
  const label = xml ?? html;
  const decoder = label === undefined || isUtf8(bytes) ? null : decoderFor(label);
  return decoder ? decoder.decode(bytes) : decoded(bytes);
}

type Decoder = InstanceType<typeof TextDecoder>;

/** `null` where the platform does not know the encoding, or would misread what a declaration of it means. */
function decoderFor(label: string): Decoder | null {
  if (/^utf-?(?:8|16|32)|^iso-10646/i.test(label)) return null;
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}
