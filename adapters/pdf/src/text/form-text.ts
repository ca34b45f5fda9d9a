import type { Layers } from "./pdf-js.ts";

/** What pdf.js tells of an annotation, as far as it is looked at. All of it comes out of the file. */
interface Annotation {
  readonly subtype?: unknown;
  readonly fieldType?: unknown;
  readonly fieldValue?: unknown;
  readonly fieldFlags?: unknown;
  readonly options?: unknown;
  readonly contentsObj?: { readonly str?: unknown };
  readonly oc?: unknown;
}

/** ISO 32000-1, table 228: what is typed into the field is a password. */
const PASSWORD_FLAG = 1 << 13;

/** What was filled into the fields of a page, and what is noted on it, one below the other. */
export function formText(annotations: readonly Annotation[], layers: Layers): string {
  const said = annotations
    .filter(({ oc }) => typeof oc !== "object" || oc === null || layers.isVisible(oc))
    .flatMap((each) => [...valuesOf(each), each.contentsObj?.str])
    .filter((text): text is string => typeof text === "string" && text.trim() !== "");
  // A note and the window in which it opens say the same.
  return [...new Set(said)].join("\n");
}

/** Of text fields and choices: what is ticked or pushed says nothing. */
function valuesOf({ fieldType, fieldValue, fieldFlags, options }: Annotation): readonly unknown[] {
  if (typeof fieldFlags === "number" && (fieldFlags & PASSWORD_FLAG) !== 0) return [];
  if (fieldType === "Tx") return [fieldValue];
  if (fieldType !== "Ch") return [];
  const chosen: readonly unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  const shown: readonly { exportValue?: unknown; displayValue?: unknown }[] = Array.isArray(options) ? options : [];
  return chosen.map((value) => shown.find(({ exportValue }) => exportValue === value)?.displayValue ?? value);
}
