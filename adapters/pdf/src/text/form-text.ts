import type { Layers } from "./pdf-js.ts";

/** The used properties of a pdf.js annotation. All values come from the file. */
interface Annotation {
  readonly subtype?: unknown;
  readonly fieldType?: unknown;
  readonly fieldValue?: unknown;
  readonly fieldFlags?: unknown;
  readonly options?: unknown;
  readonly contentsObj?: { readonly str?: unknown };
  readonly oc?: unknown;
}

/** Flag of password fields (ISO 32000-1, table 228). */
const PASSWORD_FLAG = 1 << 13;

/** Returns the field values and notes of a page, one per line. */
export function formText(annotations: readonly Annotation[], layers: Layers): string {
  const texts = annotations
    .filter(({ oc }) => typeof oc !== "object" || oc === null || layers.isVisible(oc))
    .flatMap((each) => [...valuesOf(each), each.contentsObj?.str])
    .filter((text): text is string => typeof text === "string" && text.trim() !== "");
  // A note and its popup have the same text.
  return [...new Set(texts)].join("\n");
}

/** Returns the values of text and choice fields; check boxes and buttons have no text. */
function valuesOf({ fieldType, fieldValue, fieldFlags, options }: Annotation): readonly unknown[] {
  if (typeof fieldFlags === "number" && (fieldFlags & PASSWORD_FLAG) !== 0) return [];
  if (fieldType === "Tx") return [fieldValue];
  if (fieldType !== "Ch") return [];
  const chosen: readonly unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  const shown: readonly { exportValue?: unknown; displayValue?: unknown }[] = Array.isArray(options) ? options : [];
  return chosen.map((value) => shown.find(({ exportValue }) => exportValue === value)?.displayValue ?? value);
}
