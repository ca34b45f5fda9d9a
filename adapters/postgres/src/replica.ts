import type { Connections } from "./pool.ts";

/** A streaming replica. */
export interface ReplicaOptions {
  /** The URL of one server, not of a group: its state is measured on other connections than those that read. */
  readonly url: string;
  /** Called when the replica cannot be used any more, with the reason, and once per reason until it can. */
  readonly onProblem?: (problem: string) => void;
}

/** How far a replica is behind. */
export interface WatchedReplica {
  /** True if the replica has everything that was committed {@link AGE_MAX_MS} ago. Asks nothing. */
  isFresh(): boolean;
  failed(): void;
  stop(): void;
}

interface Watched {
  readonly database: Connections;
  readonly replica: Connections;
  readonly onProblem: (problem: string) => void;
}

const AGE_MAX_MS = 5_000;
const WATCH_EVERY_MS = 1_000;
/** Positions of the database that the replica has not reached yet. Older ones are of no use. */
const POSITIONS_MAX = 10;

/** A position in the write-ahead log of the database, and a time at which it was the last one. */
interface Position {
  readonly at: number;
  readonly bytes: bigint;
}

/** The position as a number of bytes. Both servers must be the same, or copies of one. */
const DATABASE = `select (pg_current_wal_lsn() - '0/0'::pg_lsn)::text as bytes,
  (select system_identifier from pg_control_system())::text as system,
  pg_postmaster_start_time()::text as started`;
const REPLICA = `select pg_is_in_recovery() as follows,
  (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0'::pg_lsn)::text as bytes,
  (select system_identifier from pg_control_system())::text as system,
  pg_postmaster_start_time()::text as started`;

interface ServerState {
  readonly bytes: string | null;
  readonly system: string;
  readonly started: string;
  readonly follows?: boolean;
}

/**
 * Compares the positions of the database and of a replica once a second. The clocks of the servers do not matter: the
 * replica is as old as the last position of the database that it has reached.
 */
export function watchReplica({ database, replica, onProblem }: Watched): WatchedReplica {
  let positions: readonly Position[] = [];
  let freshAt = Number.NEGATIVE_INFINITY;
  let problem: string | null = null;
  let isStopped = false;

  async function compare(): Promise<void> {
    const at = performance.now();
    const current = await stateOf(database, DATABASE);
    const copied = await stateOf(replica, REPLICA);
    requireCopy(current, copied);
    positions = [...positions, { at, bytes: BigInt(current.bytes ?? 0) }].slice(-POSITIONS_MAX);
    const reached = BigInt(copied.bytes ?? 0);
    freshAt = positions.findLast(({ bytes }) => bytes <= reached)?.at ?? freshAt;
    if (performance.now() - freshAt > AGE_MAX_MS) throw new Error("The replica is more than five seconds behind");
    problem = null;
  }

  async function watch(): Promise<void> {
    try {
      await compare();
    } catch (error) {
      if (isStopped) return;
      const found = error instanceof Error ? error.message : String(error);
      if (found !== problem) onProblem(found);
      problem = found;
    }
  }

  let timer: NodeJS.Timeout | undefined;
  const again = async () => {
    await watch();
    if (!isStopped) timer = setTimeout(again, WATCH_EVERY_MS).unref();
  };
  void again();

  return {
    isFresh: () => performance.now() - freshAt <= AGE_MAX_MS,
    failed() {
      freshAt = Number.NEGATIVE_INFINITY;
      positions = [];
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

async function stateOf(connections: Connections, text: string): Promise<ServerState> {
  const session = await connections.connect();
  try {
    const { rows } = await session.query<ServerState>(text);
    const [state] = rows;
    if (!state) throw new Error("The server has no state");
    return state;
  } finally {
    session.release();
  }
}

/** Throws if the second server has other data, or has become a database of its own. */
function requireCopy(current: ServerState, { system, started, follows }: ServerState): void {
  if (system !== current.system) throw new Error("The server is no replica of the database: it has other data");
  if (!follows && started !== current.started) throw new Error("The server is no longer a replica");
}
