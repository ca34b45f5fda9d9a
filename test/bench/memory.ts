import { startFakeS3 } from "@cartulary/blobs-s3/testkit";
import { type Environment, startHost, temporaryFolder } from "../support/cartulary-process.ts";
import type { Measurement, Report, Verdict } from "./measurement.ts";
import { type ResidentMemory, residentMemoryOf } from "./resident-memory.ts";
import { download, type Peer, upload } from "./transfer.ts";

const MIB = 1_048_576;
/** The largest memory of four times the bytes, as a multiple of the memory of one time. */
const RATIO_MAX = 1.15;
/** The largest memory of transferring bytes, above that of an idle host. */
const ABOVE_IDLE_MAX = 128 * MIB;
const WARM_UPS = 3;
const REPETITIONS = 3;

/** Sizes in MiB: one, and four times that. */
interface Sizes {
  readonly uploads: readonly [number, number];
  readonly downloads: readonly [number, number];
}

/** Peak memory of the real host, on SQLite and files, while documents of different sizes come in and go out. */
export const memoryOnFiles: Measurement = {
  name: "memory",
  run: () =>
    measure(
      "Peak resident memory of the host, on SQLite and files",
      { uploads: [25, 100], downloads: [256, 1024] },
      {},
    ),
};

/** The same on the fake S3 server of the tests. It stores its objects in this process, so downloads are smaller. */
export const memoryOnS3: Measurement = {
  name: "memory-s3",
  async run() {
    const s3 = await startFakeS3();
    try {
      const credentials = { AWS_ACCESS_KEY_ID: s3.accessKeyId, AWS_SECRET_ACCESS_KEY: s3.secretAccessKey };
      const sizes = { uploads: [25, 100], downloads: [64, 256] } as const;
      return await measure("Peak resident memory of the host, on SQLite and S3", sizes, {
        BLOBS_URL: s3.url,
        ...credentials,
      });
    } finally {
      await s3.stop();
    }
  },
};

async function measure(title: string, { uploads, downloads }: Sizes, environment: Environment): Promise<Report> {
  await using folder = await temporaryFolder();
  const limits = { CARTULARY_MAX_DIRECT_UPLOAD: String(4096 * MIB), LOG_LEVEL: "warn" };
  await using host = await startHost({ CARTULARY_DATA: folder.path, ...limits, ...environment });
  const peer = { url: host.url, token: await host.token() };
  const memory = residentMemoryOf(host.pid);
  const idle = await memory.now();

  const measured = [
    await moved("upload", uploads, memory, (size) => upload(peer, size)),
    await moved("download", downloads, memory, await downloading(peer, downloads)),
  ];
  return {
    title: `${title}; ${inMib(idle)} MiB when idle`,
    columns: [
      "MiB moved",
      ...Array.from({ length: REPETITIONS }, (_, index) => `peak ${index + 1}`),
      "median above idle",
    ],
    rows: measured.flatMap(({ what, peaks }) =>
      peaks.map(({ size, of }) => [`${what} ${size}`, ...of.map(inMib), inMib(median(of) - idle)]),
    ),
    verdicts: measured.flatMap((each) => verdictsOn(each, idle)),
  };
}

interface Moved {
  readonly what: string;
  readonly peaks: readonly { readonly size: number; readonly of: readonly number[] }[];
}

/** The peaks at both sizes, turn by turn, once the host has done the same some times. */
async function moved(
  what: string,
  [one, four]: readonly [number, number],
  memory: ResidentMemory,
  move: (bytes: number) => Promise<unknown>,
): Promise<Moved> {
  for (let turn = 0; turn < WARM_UPS; turn += 1) await move(one * MIB);
  const peaks = [one, four].map((size) => ({ size, of: [] as number[] }));
  for (let turn = 0; turn < REPETITIONS; turn += 1) {
    for (const { size, of } of peaks) {
      await memory.forget();
      await move(size * MIB);
      of.push(await memory.peak());
    }
  }
  return { what, peaks };
}

async function downloading(peer: Peer, sizes: readonly number[]): Promise<(bytes: number) => Promise<unknown>> {
  const ids = new Map<number, string>();
  for (const size of sizes) ids.set(size * MIB, await upload(peer, size * MIB));
  return async (bytes) => {
    const came = await download(peer, ids.get(bytes) ?? "");
    if (came !== bytes) throw new Error(`Of ${bytes} bytes came ${came}`);
  };
}

function verdictsOn({ what, peaks }: Moved, idle: number): readonly Verdict[] {
  const [one, four] = peaks;
  if (!one || !four) return [];
  const ratio = median(four.of) / median(one.of);
  const above = Math.max(median(one.of), median(four.of)) - idle;
  return [
    {
      promise: `${what} of ${four.size} MiB at ${ratio.toFixed(2)} times the median peak of ${one.size} MiB (at most ${RATIO_MAX})`,
      holds: ratio <= RATIO_MAX,
    },
    {
      promise: `${what} within ${inMib(above)} MiB above idle (at most ${inMib(ABOVE_IDLE_MAX)})`,
      holds: above <= ABOVE_IDLE_MAX,
    },
  ];
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? 0;
}

function inMib(bytes: number): string {
  return (bytes / MIB).toFixed(0);
}
