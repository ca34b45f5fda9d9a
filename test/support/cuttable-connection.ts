import { randomInt } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type NetConnectOpts, type Socket } from "node:net";
import { Client as PostgresClient } from "pg";

/** A way to a server that a test can cut, as a network does. */
export interface Severable extends AsyncDisposable {
  /** On 127.0.0.1. */
  readonly port: number;
  /** Ends every connection and lets no new one in. */
  sever(): Promise<void>;
  mend(): Promise<void>;
  /** Lets nothing through any more, either way, and says nothing of it: as when the other machine dies. */
  silence(): void;
  /** Lets new connections through; those from before stay silent, and the server's ends of them open. */
  heal(): void;
}

/** Below the ephemeral ports, which the system could give to another process while ours is closed. */
const PORTS = { first: 30_000, count: 2_700 };

/** Forwards bytes to and from `target`. `change` may change the first bytes of each client. */
export async function severable(
  target: NetConnectOpts,
  change: (first: Buffer) => Buffer = (first) => first,
): Promise<Severable> {
  const sockets = new Set<Socket>();
  const pairs = new Set<{ readonly near: Socket; readonly far: Socket }>();
  const silenced = new Set<Socket>();
  let silent = false;
  const server = createServer((near) => {
    // The socket stays open and unread: a client is connected, and gets no answer.
    if (silent) {
      near.on("error", () => {}).on("close", () => sockets.delete(near));
      sockets.add(near);
      return;
    }
    const far = connect(target);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        // After a silence the server does not learn that a client has disconnected.
        if (silenced.has(near)) return;
        near.destroy();
        far.destroy();
      });
    }
    near.once("data", (first: Buffer) => {
      far.write(change(first));
      near.pipe(far).pipe(near);
    });
    pairs.add({ near, far });
  });

  async function listen(port: number): Promise<void> {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  }

  /** On a port that no other process takes. */
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

  function silence(): void {
    silent = true;
    for (const { near, far } of pairs) {
      silenced.add(near);
      near.unpipe(far);
      far.unpipe(near);
      near.pause();
      far.pause();
    }
    pairs.clear();
  }

  const heal = () => {
    silent = false;
  };

  const port = await listenSomewhere();
  return { port, sever, mend: () => listen(port), silence, heal, [Symbol.asyncDispose]: sever };
}

/** The address of a database server, or its socket in a folder. */
export function serverOf(url: string): NetConnectOpts {
  const { host, port } = new PostgresClient({ connectionString: url });
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

/** The same database through a port of this machine. */
export function throughPort(url: string, port: number): string {
  const { user, password, database } = new PostgresClient({ connectionString: url });
  const who = [user, password].filter((part) => part).map((part) => encodeURIComponent(String(part)));
  return `postgres://${who.join(":")}@127.0.0.1:${port}/${database}`;
}
