import { type Client, type ClientOptions, createClient } from "../src/index.ts";

/** An answer, or the loss of the connection. */
export type Reply = Response | Error | Promise<Response>;

/** A client of a server that replies as a test says, and the requests that it got. */
export function clientOf(
  reply: (request: Request, before: number) => Reply,
  options: Partial<ClientOptions> = {},
): { readonly client: Client; readonly requests: readonly Request[] } {
  const requests: Request[] = [];
  const client = createClient({
    baseUrl: "http://server.test/edm/",
    token: "secret",
    ...options,
    async fetch(input, init) {
      const request = new Request(input, init);
      const answer = reply(request, requests.push(request) - 1);
      if (answer instanceof Error) throw answer;
      return Promise.race([answer, aborted(request.signal)]);
    },
  });
  return { client, requests };
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });

/** An error answer of the server. */
export const refused = (status: number, headers: Record<string, string> = {}): Response =>
  Response.json(
    { error: "code", message: "Message", details: [{ field: "name" }], request_id: "r1" },
    { status, headers },
  );
