import { Gauge, type Registry } from "prom-client";

/** The jobs of a queue. */
interface QueueDepth {
  readonly queue: string;
  readonly waiting: number;
  readonly running: number;
  readonly failed: number;
}

/** Numbers that all hosts of a database share. */
export interface SharedCounts {
  readonly jobs: readonly QueueDepth[];
  readonly uploadsOpen: { readonly chunked: number; readonly bulk: number };
  readonly billingRuns: readonly { readonly status: string; readonly count: number }[];
}

/** The jobs of the contained children of a pool. */
export interface PoolDepth {
  readonly pool: string;
  readonly waiting: number;
  readonly running: number;
}

/** The connections of this host to the database, and the work that waits for one. */
export interface ConnectionCounts {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
}

/** The sources of the gauges. */
export interface GaugeSources {
  /** Reads the database; may reject. */
  readonly shared: () => Promise<SharedCounts>;
  readonly children: () => readonly PoolDepth[];
  readonly connections: () => ConnectionCounts;
  /** Milliseconds on any scale that only increases. */
  readonly now?: () => number;
}

/** Sets the gauges. */
export interface GaugeReader {
  /** Reads the sources, unless they were read in the last five seconds. Never rejects. */
  refresh(): Promise<void>;
}

/** The minimum time between two reads (outside.md 7.1). */
const READ_EVERY_MS = 5_000;
/** A database that does not answer in this time must not delay the other metrics. */
const WAIT_MS = 2_000;

/** Creates the gauges in `registers`. Gauges whose source cannot be read have no values. */
export function gaugeReader(
  { shared, children, connections, now = () => performance.now() }: GaugeSources,
  registers: Registry[],
): GaugeReader {
  const write = gaugesIn(registers);
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    write.own(children(), connections());
    await shared().then(write.shared, write.withoutShared);
  }

  return {
    async refresh() {
      if (now() - readAt >= READ_EVERY_MS && reading === null) {
        readAt = now();
        reading = read().finally(() => {
          reading = null;
        });
      }
      if (reading) await withinLimit(reading);
    },
  };
}

async function withinLimit(work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, WAIT_MS);
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

/** Functions that replace the values of all gauges of a source. */
interface GaugeWriter {
  readonly own: (children: readonly PoolDepth[], connections: ConnectionCounts) => void;
  readonly shared: (counts: SharedCounts) => void;
  readonly withoutShared: () => void;
}

function gaugesIn(registers: Registry[]): GaugeWriter {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Gauge<Label>({ name, help, labelNames, registers });
  const jobs = gauge("cartulary_jobs", "Jobs in the queues of all hosts", ["queue", "state"]);
  const uploads = gauge("cartulary_uploads_open", "Uploads that have begun and not ended", ["kind"]);
  const runs = gauge("cartulary_billing_runs", "Billing runs of all mandataires", ["status"]);
  const pools = gauge("cartulary_contained_children", "Jobs of contained child processes", ["pool", "state"]);
  const connected = gauge("cartulary_database_connections", "Connections to the database", ["state"]);
  const withoutShared = () => {
    for (const each of [jobs, uploads, runs]) each.reset();
  };
  return {
    own(children, { used, idle, waiting }) {
      pools.reset();
      for (const { pool, ...states } of children) {
        pools.set({ pool, state: "waiting" }, states.waiting);
        pools.set({ pool, state: "running" }, states.running);
      }
      for (const [state, count] of Object.entries({ used, idle, waiting })) connected.set({ state }, count);
    },
    shared({ jobs: queues, uploadsOpen, billingRuns }) {
      withoutShared();
      for (const { queue, waiting, running, failed } of queues)
        for (const [state, count] of Object.entries({ waiting, running, failed })) jobs.set({ queue, state }, count);
      for (const [kind, count] of Object.entries(uploadsOpen)) uploads.set({ kind }, count);
      for (const { status, count } of billingRuns) runs.set({ status }, count);
    },
    withoutShared,
  };
}
