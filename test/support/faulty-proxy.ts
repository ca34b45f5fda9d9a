import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request on its way through. */
export interface PassingRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  /** How many of the same method and path came before it. */
  readonly before: number;
}

/** The fate of a request that does not reach the server. */
interface OwnAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

/** Changes of the server's answer. */
interface ChangedAnswer {
  /** The connection ends after so many bytes of the body. */
  readonly cutAfter?: number;
  /** Nothing more comes after so many bytes of the body, and the connection stays open. */
  readonly holdAfter?: number;
  /** Headers that replace or extend the server's own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The byte at this place is another one. */
  readonly wrongByteAt?: number;
  /** Replaces the body, which is read in full first. */
  readonly rewrite?: (body: string) => string;
}

/** The faults that a test injects into the connection to a server. */
export interface Faults {
  /** In the place of the server; `cut` ends the connection without an answer. */
  instead?(passing: PassingRequest): OwnAnswer | "cut" | undefined;
  /** Nothing of it is passed on before this. */
  admit?(passing: PassingRequest): Promise<void>;
  change?(passing: PassingRequest): ChangedAnswer | undefined;
  /** The server's whole answer has been sent on. */
  answered?(passing: PassingRequest, status: number): void;
}

/** A proxy to a server with faults that a test controls, independent of timing. */
export interface FaultyProxy extends AsyncDisposable {
  readonly url: string;
  /** Everything that came. */
  readonly requests: readonly PassingRequest[];
  /** From now on. */
  faults: Faults;
}

export async function startFaultyProxy(target: string, faults: Faults = {}): Promise<FaultyProxy> {
  const requests: PassingRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = "", url: path = "", headers } = incoming;
    const before = requests.filter((other) => other.method === method && other.path === path).length;
    const passing = { method, path, headers, before };
    requests.push(passing);
    for (const stream of [incoming, outgoing]) stream.on("error", () => {});
    const own = proxy.faults.instead?.(passing);
    if (own === "cut") incoming.socket.destroy();
    else if (own) answerWith(own, incoming, outgoing);
    else void (proxy.faults.admit?.(passing) ?? Promise.resolve()).then(() => passOn(passing, incoming, outgoing));
  });

  function passOn(passing: PassingRequest, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const onward = request(target + passing.path, { method: passing.method, headers: incoming.headers });
    onward.on("error", () => incoming.socket.destroy());
    onward.on("response", (answer) => {
      sendBack(answer, outgoing, proxy.faults.change?.(passing) ?? {}).then(
        () => proxy.faults.answered?.(passing, answer.statusCode ?? 0),
        () => outgoing.destroy(),
      );
    });
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    faults,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
  return proxy;
}

/** As a server that reads the whole request before it answers. */
function answerWith({ status, headers, json }: OwnAnswer, incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.resume().on("end", () => {
    outgoing.writeHead(status, { "content-type": "application/json", ...headers });
    outgoing.end(JSON.stringify(json ?? { error: "a_fault", message: "A fault", details: [], request_id: "r" }));
  });
}

async function sendBack(answer: IncomingMessage, outgoing: ServerResponse, change: ChangedAnswer): Promise<void> {
  const { rewrite, cutAfter, holdAfter, wrongByteAt, headers } = change;
  if (rewrite) {
    const body = rewrite(Buffer.concat(await answer.toArray()).toString());
    outgoing.writeHead(answer.statusCode ?? 0, { ...answer.headers, "content-length": Buffer.byteLength(body) });
    outgoing.end(body);
    return;
  }
  outgoing.writeHead(answer.statusCode ?? 0, { ...answer.headers, ...headers });
  let sent = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    const end = cutAfter ?? holdAfter ?? Number.POSITIVE_INFINITY;
    const part = Buffer.from(piece.subarray(0, Math.max(end - sent, 0)));
    const wrong = (wrongByteAt ?? -1) - sent;
    if (wrong >= 0 && wrong < part.byteLength) part[wrong] = ~(part[wrong] ?? 0);
    await new Promise<void>((taken) => outgoing.write(part, () => taken()));
    sent += part.byteLength;
    if (sent < end) continue;
    if (cutAfter !== undefined) outgoing.destroy();
    return;
  }
  const ended = once(outgoing, "finish");
  outgoing.end();
  await ended;
}
