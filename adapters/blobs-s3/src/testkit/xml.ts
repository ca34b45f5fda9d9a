/** Text, or named elements in order; names may repeat. */
export type XmlContent = string | number | boolean | readonly (readonly [string, XmlContent])[];

/** Serializes an element with its content. */
export function xml(name: string, content: XmlContent): string {
  const inside = Array.isArray(content) ? content.map(([child, its]) => xml(child, its)).join("") : escapeXml(content);
  return `<${name}>${inside}</${name}>`;
}

function escapeXml(text: XmlContent): string {
  return String(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Returns the inner XML of each element with this name; elements of one name must not be nested. */
export function elementsOf(document: string, name: string): readonly string[] {
  const matches = document.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>(.*?)</${name}>`, "gs"));
  return [...matches].map(([, inside = ""]) => inside);
}

/** Returns the text of an element without children. */
export function textOf(inside: string): string {
  return inside
    .replaceAll("&quot;", '"')
    .replaceAll("&#34;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
