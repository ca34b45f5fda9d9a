import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { type Environment, type HostProcess, startHost } from "../../support/cartulary-process.ts";
import { type ResidentMemory, residentMemoryOf } from "../resident-memory.ts";

/** A host in a process of its own, and the delays that it reports. */
export interface WatchedHost extends AsyncDisposable {
  readonly host: HostProcess;
  readonly memory: ResidentMemory;
  /** The longest delay of its event loop since the last call, in milliseconds. */
  loopDelayMs(): Promise<number>;
  /** How it died; `null` while it lives. */
  death(): string | null;
}

const PRELOAD = pathToFileURL(join(import.meta.dirname, "loop-delay.preload.ts")).href;
/** MiB of a heap that has to die before this machine does. */
const HEAP_MIB_MAX = 1_024;

/** Starts a host that is watched from within by a module which is loaded before its program. */
export async function watchedHost(environment: Environment, directory: string): Promise<WatchedHost> {
  const socket = join(directory, "loop-delay.sock");
  const host = await startHost({
    ...environment,
    BENCH_LOOP_DELAY: socket,
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB_MAX} --import=${PRELOAD}`,
  });
  let death: string | null = null;
  host.ended.then(({ code, signal }) => {
    death = `${signal ?? `exit code ${code}`}`;
  });
  return {
    host,
    memory: residentMemoryOf(host.pid),
    async loopDelayMs() {
      const connection = connect(socket);
      await once(connection, "connect");
      return Number(await text(connection));
    },
    death: () => death,
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}
