import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FakeS3State, Reply } from "./fake-s3-state.ts";
import { readRequest } from "./request.ts";
import { operationFor } from "./routes.ts";
import { S3Error } from "./s3-error.ts";
import { type S3Server, serverAt } from "./server.ts";
import { type Credentials, verifySignature } from "./signature.ts";
import { xml } from "./xml.ts";

export interface FakeS3Options {
  /** The time of stored objects, in milliseconds since 1970. */
  readonly now?: () => number;
  /** Maximum number of keys in a page of a listing. */
  readonly pageKeysMax?: number;
  /** Maximum size of a bucket. */
  readonly quotaBytes?: number;
  /** True for paths with queries that never get a response. */
  readonly isSilent?: (path: string) => boolean;
}

const CREDENTIALS: Credentials = {
  accessKeyId: "stand-in-access-key",
  secretAccessKey: "stand-in-secret-key",
  region: "us-east-1",
};
const BUCKET = "cartulary";

/**
 * Starts a strict S3 server for tests on 127.0.0.1 with one empty bucket in memory.
 *
 * It implements the rules that the adapter relies on and rejects other requests with 501. It verifies signatures and
 * digests, accepts one of several concurrent conditional puts, requires parts of 5 MiB or more and checks parts and
 * their order at completion. Where servers differ, it behaves in the way that is harder for the adapter: it ignores
 * If-None-Match at completion.
 */
export async function startFakeS3({
  now = Date.now,
  pageKeysMax = Number.POSITIVE_INFINITY,
  quotaBytes = Number.POSITIVE_INFINITY,
  isSilent = () => false,
}: FakeS3Options = {}): Promise<S3Server> {
  const buckets: FakeS3State["buckets"] = new Map([[BUCKET, { objects: new Map(), uploads: new Map() }]]);
  const state: FakeS3State = { buckets, now, newUploadId: randomUUID, pageKeysMax, quotaBytes };
  const server = createServer((message, response) => {
    if (!isSilent(message.url ?? "")) void serve(state, message, response);
  });
  // Keeps idle connections open until the server stops, so that none closes while a client reuses it.
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

async function serve(state: FakeS3State, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const requestId = randomUUID();
  response.setHeader("x-amz-request-id", requestId);
  try {
    await send(await replyTo(state, message), message, response);
  } catch (error) {
    // The client left, or the error occurred after the headers were sent.
    if (response.destroyed || response.headersSent) response.destroy();
    else await send(errorReply(error, requestId), message, response).catch(() => response.destroy());
  }
}

async function replyTo(state: FakeS3State, message: IncomingMessage): Promise<Reply> {
  const request = readRequest(message);
  verifySignature(request, CREDENTIALS, Date.now());
  return await operationFor(request)(state, request);
}

function errorReply(error: unknown, requestId: string): Reply {
  const { status, code, message, headers } =
    error instanceof S3Error ? error : new S3Error(500, "InternalError", String(error));
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
  // Drains the rest of a rejected body, so that the client reads the response.
  message.resume();
  const document = reply.xml && Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${xml(...reply.xml)}`);
  response.writeHead(reply.status, {
    ...(document && { "content-type": "application/xml", "content-length": document.byteLength }),
    ...reply.headers,
  });
  const bytes = message.method === "HEAD" ? [] : (reply.bytes ?? (document ? [document] : []));
  await pipeline(Readable.from(bytes), response);
}
