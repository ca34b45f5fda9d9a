import { randomInt } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type NetConnectOpts, type Socket } from "node:net";

/** A way to a server that a test can cut, as a network does. */
export interface Severable extends AsyncDisposable {
  /** On 127.0.0.1. */
  readonly port: number;
  /** Ends every connection and lets no new one in. */
  sever(): Promise<void>;
  mend(): Promise<void>;
}

/** Below those that a system gives to whoever asks for any, which another process could do while ours is severed. */
const PORTS = { first: 30_000, count: 2_700 };

/** Passes on to `target` whatever comes, both ways. */
export async function severable(target: NetConnectOpts): Promise<Severable> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });

  async function listen(port: number): Promise<void> {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  }

  /** On one that nobody takes. */
  async function listenSomewhere(): Promise<number> {
    const port = PORTS.first + randomInt(PORTS.count);
    return listen(port).then(
      () => port,
      () => listenSomewhere(),
    );
  }

  async function sever(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  const port = await listenSomewhere();
  return { port, sever, mend: () => listen(port), [Symbol.asyncDispose]: sever };
}
