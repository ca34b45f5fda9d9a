import { once } from "node:events";
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";

/** A way to a server that a test can cut, as a network does. */
export interface Severable extends AsyncDisposable {
  /** On 127.0.0.1. */
  readonly port: number;
  /** Ends every connection and lets no new one in. */
  sever(): Promise<void>;
  mend(): Promise<void>;
}

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

  async function listen(port: number): Promise<number> {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  }

  async function sever(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  const port = await listen(0);
  return { port, sever, mend: async () => void (await listen(port)), [Symbol.asyncDispose]: sever };
}
