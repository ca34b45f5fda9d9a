import { attributeOf, type XmlListener } from "./xml.ts";

/** The elements of an XML format that contain text, and the separators between texts. Names have no prefix. */
export interface TextMarkup {
  /** Elements whose character data is text. */
  readonly texts: ReadonlySet<string>;
  /** Elements that are ignored with all of their content. */
  readonly absent: ReadonlySet<string>;
  /** Text inserted at the start of an element. */
  readonly before: ReadonlyMap<string, string>;
  /** Text inserted at the end of an element. */
  readonly after: ReadonlyMap<string, string>;
  /** Elements with an attribute whose value is text. */
  readonly values: ReadonlyMap<string, string>;
  /** An element `hides` within `hidden` hides the text of the latter. */
  readonly hiding?: { readonly hidden: string; readonly hides: string };
}

/** Collects the text that a markup describes. */
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

/** Values that turn an OOXML property off. */
const OFF: ReadonlySet<string> = new Set(["0", "false", "off"]);
