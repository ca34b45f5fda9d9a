import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

/** The answers of a server that are not finished. */
export interface Answers {
  add(answer: ServerResponse): void;
  /** True where the client waits for us: its request is with its handler, or its answer waits for more to send. */
  areAwaitedOn(socket: Socket): boolean;
}

export function trackAnswers(): Answers {
  const open = new Set<ServerResponse>();
  return {
    add(answer) {
      open.add(answer);
      answer.once("close", () => open.delete(answer));
    },
    areAwaitedOn: (socket) =>
      [...open].some(({ req, headersSent }) => req.socket === socket && (!headersSent || socket.writableLength === 0)),
  };
}

/**
 * Tells a client that waits before it sends its body to go on, as soon as somebody wants to read that and not before: a
 * head that is refused is answered at once, and its body never sent (RFC 9110 10.1.1).
 */
export function continueOnRead(request: IncomingMessage, answer: ServerResponse): void {
  const read = request._read;
  request._read = (size) => {
    request._read = read;
    if (!answer.headersSent) answer.writeContinue();
    read.call(request, size);
  };
}

/** How long the rest of a request is waited for after its answer, before any of it came. */
const LINGER_MS = 5_000;
/** Each of so many bytes is worth a millisecond more: whoever sends as fast as a slow line does is heard out. */
const LINGER_BYTES_PER_MS = 64;
/** Bytes of the longest rest: above the largest file of one request, which is refused for its last byte. */
const LINGER_BYTES_MAX = 268_435_456;

/**
 * Lets the answer to a request reach a client that sends all of it before it listens. A connection that is closed under
 * bytes on their way is reset, and the client loses what it had not read; so where the request is not all here when the
 * connection would end, we only say that we have done, and throw the rest away as it comes, within bounds.
 */
export function lingerUnder(request: IncomingMessage): void {
  const { socket } = request;
  socket.destroySoon = () => {
    if (request.complete) Socket.prototype.destroySoon.call(socket);
    else linger(socket);
  };
}

function linger(socket: Socket): void {
  const began = performance.now();
  let bytes = 0;
  const leave = () => socket.destroy();
  let timer = setTimeout(look, LINGER_MS);
  function look() {
    const left = began + LINGER_MS + bytes / LINGER_BYTES_PER_MS - performance.now();
    if (left <= 0) leave();
    else timer = setTimeout(look, left);
  }
  socket.destroySoon = () => {};
  socket.end();
  socket.once("end", leave);
  socket.once("close", () => clearTimeout(timer));
  // HTTP stops a connection below the stream while nobody takes the body, and only its own listener starts it again, which
  // goes with the first one for data: so that comes after a resumption, whether or not one is due.
  socket.once("resume", () => {
    // HTTP reads no more of it: a request that came behind this one would be done without an answer.
    socket.removeAllListeners("data");
    socket.on("data", ({ byteLength }) => {
      bytes += byteLength;
      if (bytes > LINGER_BYTES_MAX) leave();
    });
  });
  socket.pause();
  socket.resume();
}
