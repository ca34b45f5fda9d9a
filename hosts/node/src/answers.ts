import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

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
