import { attributeOf, type XmlListener } from "./xml.ts";

/** Which elements of a kind of XML hold text, and what stands between the texts. Names are without their prefixes. */
export interface TextMarkup {
  /** The characters within them are text, other elements' are not. */
  readonly texts: ReadonlySet<string>;
  /** Elements that count as absent, with all that is in them. */
  readonly absent: ReadonlySet<string>;
  /** What stands for the beginning of an element. */
  readonly before: ReadonlyMap<string, string>;
  /** What stands for the end of an element. */
  readonly after: ReadonlyMap<string, string>;
  /** Elements with an attribute whose value is text. */
  readonly values: ReadonlyMap<string, string>;
  /** An element that hides the text of the one around it: `hides` within `hidden`. */
  readonly hiding?: { readonly hidden: string; readonly hides: string };
}

/** Collects the texts that a markup describes. */
export function markedText({ texts, absent, before, after, values, hiding }: TextMarkup): XmlListener {
  let found = "";
  let textDepth = 0;
  let absentDepth = 0;
  let isWithinHidden = false;
  let isHidden = false;
  return {
    open(name, attributes) {
      if (absentDepth > 0 || absent.has(name)) {
        absentDepth += 1;
        return;
      }
      if (texts.has(name)) textDepth += 1;
      if (name === hiding?.hidden) isWithinHidden = true;
      if (name === hiding?.hides && isWithinHidden) isHidden = !OFF.has(attributeOf(attributes, "val"));
      const attribute = values.get(name);
      if (attribute !== undefined) found += `${attributeOf(attributes, attribute)} `;
      found += before.get(name) ?? "";
    },
    close(name) {
      if (absentDepth > 0) {
        absentDepth -= 1;
        return;
      }
      if (texts.has(name)) textDepth -= 1;
      if (name === hiding?.hidden) {
        isWithinHidden = false;
        isHidden = false;
      }
      found += after.get(name) ?? "";
    },
    characters(text) {
      if (textDepth > 0 && absentDepth === 0 && !isHidden) found += text;
    },
    take() {
      const text = found;
      found = "";
      return text;
    },
  };
}

/** Values by which a property of OOXML is off. */
const OFF: ReadonlySet<string> = new Set(["0", "false", "off"]);
