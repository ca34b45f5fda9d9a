import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";

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
