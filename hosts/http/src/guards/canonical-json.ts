/**
 * JSON text that does not depend on the order of fields. For values that came as JSON, of bounded depth.
 *
 * Written by hand: `JSON.stringify` with a function that is called for each value takes several times as long, and
 * whoever sends a body under a key would have us spend that.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return textOf(ARRAY, value.map(canonicalJson));
  return typeof value === "object" && value !== null ? canonicalObject(value) : (JSON.stringify(value) ?? "null");
}

/** Each kind with a mark of its own, so that no array stands for an object. */
const [ARRAY, OBJECT] = ['"["', '"{"'];

const textOf = (mark: string, texts: readonly string[]): string =>
  texts.length === 0 ? `[${mark}]` : `[${mark},${texts.join(",")}]`;

/** Entries, not an object: a field may be called `__proto__`, and names that are numbers have an order of their own. */
function canonicalObject(value: object): string {
  const names = Object.keys(value).sort();
  return textOf(
    OBJECT,
    names.map((name) => `${JSON.stringify(name)},${canonicalJson((value as Readonly<Record<string, unknown>>)[name])}`),
  );
}
