import examples from "./examples.json" with { type: "json" };

/** An example of an operation: the request body, the status and the body of the answer. */
export interface Example {
  readonly request?: unknown;
  readonly status?: number;
  readonly answer?: unknown;
}

/**
 * Examples by operation, from the demonstration:
 * `CARTULARY_WRITE_EXAMPLES=1 npm run test:one -- test/src/http/api-examples.long.test.ts` writes them anew.
 */
export const EXAMPLES: Readonly<Record<string, Example>> = examples;
