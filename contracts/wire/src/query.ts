/** A query string, decoded, in the order in which it was written; names may repeat. */
export type Parameters = readonly (readonly [name: string, value: string])[];

/** A query string that cannot be read: 400. The message names the parameter. */
export class QueryError extends Error {
  constructor(parameter: string, problem: string) {
    super(`${parameter} ${problem}`);
    this.name = "QueryError";
  }
}

/** The value of a parameter that may be given once; `undefined` when it is absent. Throws {@link QueryError} otherwise. */
export function single(parameters: Parameters, name: string): string | undefined {
  let found: string | undefined;
  for (const [key, value] of parameters) {
    if (key !== name) continue;
    if (found !== undefined) throw new QueryError(name, "is given more than once");
    found = value;
  }
  return found;
}
