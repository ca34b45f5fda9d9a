import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

/** The unfinished responses of a server. */
export interface OpenResponses {
  add(response: ServerResponse): void;
  /**
   * True when the client waits for the server: its request is being handled, or its response is not completely written.
   */
  areAwaitedOn(socket: Socket): boolean;
}

export function trackResponses(): OpenResponses {
  const open = new Set<ServerResponse>();
  return {
    add(response) {
      open.add(response);
      response.once("close", () => open.delete(response));
    },
    areAwaitedOn: (socket) =>
      [...open].some(({ req, headersSent }) => req.socket === socket && (!headersSent || socket.writableLength === 0)),
  };
}

/**
 * Sends `100 Continue` when the handler first reads the body. A request rejected by its head gets its response at once,
 * and the body is never sent (RFC 9110 10.1.1).
 */
export function continueOnRead(request: IncomingMessage, response: ServerResponse): void {
  const read = request._read;
  request._read = (size) => {
    request._read = read;
    if (!response.headersSent) response.writeContinue();
    read.call(request, size);
  };
}

/** Time to wait for the rest of a request after its response. */
const LINGER_MS = 5_000;
/** Extends that time by a millisecond for this many received bytes, the rate of a slow line. */
const LINGER_BYTES_PER_MS = 64;
/** Maximum bytes to discard: more than the largest file of one request, which is only rejected at its last byte. */
const LINGER_BYTES_MAX = 268_435_456;

/**
 * Delivers the response to a client that sends its whole request before it reads. Closing a connection while bytes
 * arrive resets it, and the client loses unread data. So an early response only ends our side, and the rest of the
 * request is read and discarded, within limits.
 */
export function lingerAfterResponse(request: IncomingMessage): void {
  const { socket } = request;
  socket.destroySoon = () => {
    if (request.complete) Socket.prototype.destroySoon.call(socket);
    else linger(socket);
  };
}

function linger(socket: Socket): void {
  const startedAt = performance.now();
  let bytes = 0;
  const destroy = () => socket.destroy();
  let timer = setTimeout(check, LINGER_MS);
  function check() {
    const remaining = startedAt + LINGER_MS + bytes / LINGER_BYTES_PER_MS - performance.now();
    if (remaining <= 0) destroy();
    else timer = setTimeout(check, remaining);
  }
  socket.destroySoon = () => {};
  socket.end();
  socket.once("end", destroy);
  socket.once("close", () => clearTimeout(timer));
  // HTTP pauses the socket while the body is unread, and only its own listener resumes it. That listener is removed
  // with the `data` listeners, so they are removed after a resume, which is forced here.
  socket.once("resume", () => {
    // Stops HTTP from parsing a next request, which would run without a response.
    socket.removeAllListeners("data");
    socket.on("data", ({ byteLength }) => {
      bytes += byteLength;
      if (bytes > LINGER_BYTES_MAX) destroy();
    });
  });
  socket.pause();
  socket.resume();
}
