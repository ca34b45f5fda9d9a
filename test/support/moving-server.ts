import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** One address for a server that comes and goes. */
export interface MovingServer extends AsyncDisposable {
  readonly url: string;
  /** The port of new connections from now on. */
  leadTo(url: string): void;
  /** Ends every connection; new ones end at once, until they lead somewhere again. */
  cut(): void;
}

/** Forwards bytes in both directions. */
export async function movingServer(): Promise<MovingServer> {
  const sockets = new Set<Socket>();
  let target: URL | null = null;
  const keep = (socket: Socket) => sockets.add(socket.on("error", () => {}).on("close", () => sockets.delete(socket)));
  const server = createServer((near) => {
    keep(near);
    if (target === null) return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    keep(far);
    near.pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    target = null;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    leadTo(url) {
      target = new URL(url);
    },
    async [Symbol.asyncDispose]() {
      cut();
      server.close();
    },
  };
}
