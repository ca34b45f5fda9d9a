import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

/** The answer to one request. */
interface Report {
  readonly status: number | undefined;
  readonly connection: string | undefined;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

interface Reports {
  readonly last: Report;
  readonly before: readonly Report[];
}

/** Sends requests on one connection, until an answer is the last one. Rejects when a connection is cut. */
export function askUntilLast(url: string): {
  /** Resolves when the connection has been used some times. */
  readonly settled: Promise<void>;
  readonly answers: Promise<Reports>;
} {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const settled = Promise.withResolvers<void>();
  const before: Report[] = [];
  async function pending(): Promise<Reports> {
    for (;;) {
      const [response] = (await once(get(url, { agent }), "response")) as [IncomingMessage];
      const { statusCode: status, headers } = response;
      const body = await text(response);
      const reports = { status, connection: headers.connection, retryAfter: headers["retry-after"], text: body };
      if (reports.connection === "close") return { last: reports, before };
      before.push(reports);
      if (before.length === 3) settled.resolve();
    }
  }
  const answers = pending();
  answers.catch(settled.reject);
  return { settled: settled.promise, answers };
}
