/** A text, or elements by name in their order; a name may come several times. */
export type XmlContent = string | number | boolean | readonly (readonly [string, XmlContent])[];

/** One element with all that is in it. */
export function xml(name: string, content: XmlContent): string {
  const inside = Array.isArray(content) ? content.map(([child, its]) => xml(child, its)).join("") : escaped(content);
  return `<${name}>${inside}</${name}>`;
}

function escaped(text: XmlContent): string {
  return String(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** The texts inside each element of that name; the elements of one name must not be nested. */
export function elementsOf(document: string, name: string): readonly string[] {
  const matches = document.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>(.*?)</${name}>`, "gs"));
  return [...matches].map(([, inside = ""]) => inside);
}

/** The text of an element without children. */
export function textOf(inside: string): string {
  return inside
    .replaceAll("&quot;", '"')
    .replaceAll("&#34;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
