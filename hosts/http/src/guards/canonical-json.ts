/** JSON text that does not depend on the order of fields. For values that came as JSON, of bounded depth. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) => canonical(each)) ?? "null";
}

/** Each kind with a mark of its own, so that no array stands for an object. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return ["[", ...value];
  return typeof value === "object" && value !== null ? sorted(value) : value;
}

/** Entries, not an object: a field may be called `__proto__`, and names that are numbers have an order of their own. */
function sorted(value: object): readonly unknown[] {
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  return ["{", ...entries.flat()];
}
