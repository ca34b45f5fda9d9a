import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { OpenResponses } from "./connection-linger.ts";

/** The statuses of requests that Node.js cannot read, by its error code, as Node.js answers them. Others are 400. */
const STATUSES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};
/** The methods that operations have. */
const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";

/**
 * Answers requests that Node.js cannot read: 405 for a method that it does not know, and the statuses of Node.js for other
 * faults. Closes the connection, because the rest of it cannot be read.
 */
export function answerClientErrors(server: Server, responses: OpenResponses): void {
  server.on("clientError", (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    // A response must not get another one inside it.
    if (!socket.writable || responses.haveBegunOn(socket)) return void socket.destroy(error);
    const { code = "" } = error;
    const answer =
      code === "HPE_INVALID_METHOD"
        ? unknownMethod()
        : `HTTP/1.1 ${STATUSES[code] ?? "400 Bad Request"}\r\nConnection: close\r\n\r\n`;
    socket.end(answer, () => socket.destroy());
  });
}

function unknownMethod(): string {
  const requestId = randomUUID();
  const message = `The method is none of ${METHODS}`;
  const body = JSON.stringify({ error: "method_not_allowed", message, details: [], request_id: requestId });
  const head = [
    "HTTP/1.1 405 Method Not Allowed",
    `Allow: ${METHODS}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    "Connection: close",
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}
