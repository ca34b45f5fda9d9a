/** A decoded query string in order; names may repeat. */
export type Parameters = readonly (readonly [name: string, value: string])[];

/** An invalid query string: 400. The message names the parameter. */
export class QueryError extends Error {
  constructor(parameter: string, problem: string) {
    super(`${parameter} ${problem}`);
    this.name = "QueryError";
  }
}

/** Returns the value of a parameter; `undefined` if absent. Throws {@link QueryError} if it is repeated. */
export function parameterValue(parameters: Parameters, name: string): string | undefined {
  let found: string | undefined;
  for (const [key, value] of parameters) {
    if (key !== name) continue;
    if (found !== undefined) throw new QueryError(name, "is repeated");
    found = value;
  }
  return found;
}
