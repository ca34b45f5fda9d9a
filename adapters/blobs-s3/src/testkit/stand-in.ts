import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { S3Refusal } from "./refusal.ts";
import { readRequest } from "./request.ts";
import { operationFor } from "./routes.ts";
import { type S3Server, serverAt } from "./server.ts";
import { type Credentials, verifySignature } from "./signature.ts";
import type { Reply, World } from "./world.ts";
import { xml } from "./xml.ts";

/** What a test may want otherwise. */
export interface StandInOptions {
  /** The time of what is stored, in milliseconds since 1970. */
  readonly now?: () => number;
  /** Keys in one page of a listing, even when more are asked for. */
  readonly pageKeysMax?: number;
  /** Bytes that a bucket holds at most. */
  readonly quotaBytes?: number;
  /** Whether a request for this path and query is taken and never answered. */
  readonly isUnanswered?: (path: string) => boolean;
}

const CREDENTIALS: Credentials = {
  accessKeyId: "stand-in-access-key",
  secretAccessKey: "stand-in-secret-key",
  region: "us-east-1",
};
const BUCKET = "cartulary";

/**
 * A strict S3 server for tests, on 127.0.0.1, with one empty bucket; all it holds is in memory.
 *
 * It keeps the rules that the adapter relies on and refuses the rest with 501: signatures and digests verified, one
 * winner of simultaneous conditional puts, parts of 5 MiB or more, parts and their order checked at completion. Where
 * servers differ it takes the side that is harder for the adapter: If-None-Match is not heeded at completion.
 */
export async function startS3({
  now = Date.now,
  pageKeysMax = Number.POSITIVE_INFINITY,
  quotaBytes = Number.POSITIVE_INFINITY,
  isUnanswered = () => false,
}: StandInOptions = {}): Promise<S3Server> {
  const buckets: World["buckets"] = new Map([[BUCKET, { objects: new Map(), uploads: new Map() }]]);
  const world: World = { buckets, now, newUploadId: randomUUID, pageKeysMax, quotaBytes };
  const server = createServer((message, response) => {
    if (!isUnanswered(message.url ?? "")) void serve(world, message, response);
  });
  // Idle connections are closed when the server stops, never under a client that is about to use one again.
  server.keepAliveTimeout = 0;
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject).listen(0, "127.0.0.1", listening.resolve);
  await listening.promise;

  return serverAt({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: BUCKET,
    ...CREDENTIALS,
    async stop() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  });
}

async function serve(world: World, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const requestId = randomUUID();
  response.setHeader("x-amz-request-id", requestId);
  try {
    await send(await replyTo(world, message), message, response);
  } catch (error) {
    // The client left, or the failure came after the head was sent: nobody is there to be told.
    if (response.destroyed || response.headersSent) response.destroy();
    else await send(refusalOf(error, requestId), message, response).catch(() => response.destroy());
  }
}

async function replyTo(world: World, message: IncomingMessage): Promise<Reply> {
  const request = readRequest(message);
  verifySignature(request, CREDENTIALS, Date.now());
  return await operationFor(request)(world, request);
}

function refusalOf(error: unknown, requestId: string): Reply {
  const { status, code, message, headers } =
    error instanceof S3Refusal ? error : new S3Refusal(500, "InternalError", String(error));
  return {
    status,
    headers,
    xml: [
      "Error",
      [
        ["Code", code],
        ["Message", message],
        ["RequestId", requestId],
      ],
    ],
  };
}

async function send(reply: Reply, message: IncomingMessage, response: ServerResponse): Promise<void> {
  // What was not read of a refused body is read away, so that the client gets to the answer.
  message.resume();
  const document = reply.xml && Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${xml(...reply.xml)}`);
  response.writeHead(reply.status, {
    ...(document && { "content-type": "application/xml", "content-length": document.byteLength }),
    ...reply.headers,
  });
  const bytes = message.method === "HEAD" ? [] : (reply.bytes ?? (document ? [document] : []));
  await pipeline(Readable.from(bytes), response);
}
