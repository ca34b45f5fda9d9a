/**
 * Serializes JSON independently of the order of fields. For parsed JSON of limited depth.
 *
 * Hand-written, because `JSON.stringify` with a replacer takes several times as long, and any client can make us run
 * it.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return textOf(ARRAY, value.map(canonicalJson));
  return typeof value === "object" && value !== null ? canonicalObject(value) : (JSON.stringify(value) ?? "null");
}

/** Different marks, so that no array equals an object. */
const [ARRAY, OBJECT] = ['"["', '"{"'];

const textOf = (mark: string, texts: readonly string[]): string =>
  texts.length === 0 ? `[${mark}]` : `[${mark},${texts.join(",")}]`;

/** Uses entries instead of an object because of `__proto__` and numeric names, which have their own order. */
function canonicalObject(value: object): string {
  const names = Object.keys(value).sort();
  return textOf(
    OBJECT,
    names.map((name) => `${JSON.stringify(name)},${canonicalJson((value as Readonly<Record<string, unknown>>)[name])}`),
  );
}
