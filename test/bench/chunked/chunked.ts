import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { DOCUMENTS_BASE } from "@cartulary/wire";
import { startHost, startProgram, temporaryFolder, until } from "../../support/cartulary-process.ts";
import type { Measurement, Report, Verdict } from "../measurement.ts";
import { residentMemoryOf } from "../resident-memory.ts";

const MIB = 1_048_576;
const GIB = 1024 * MIB;
const CHUNK = 5 * MIB;
/** CPU seconds of the product for each of the bare server. */
const CPU_RATIO_MAX = 1.6;
const GROWTH_MAX = 64 * MIB;
const CHUNK_SIZES = [1, 5, 25, 100].map((size) => size * MIB);
/** The largest cost of completing one GiB of four, as a multiple of the cost of completing a single one. */
const FLAT_MAX = 1.15;
/** Sent before anything is counted: code that is compiled then is compiled once. */
const WARM_UP_BYTES = 256 * MIB;
const ROUNDS = 5;

/** The real host, on SQLite and files, takes a file of a GiB in chunks: its time, its memory, and what completing costs. */
export const chunked: Measurement = {
  name: "chunked",
  async run(): Promise<Report> {
    await using folder = await temporaryFolder();
    await using bare = await startBare(join(folder.path, "bare"));
    await using host = await startHost({ CARTULARY_DATA: join(folder.path, "host"), LOG_LEVEL: "warn" });
    const [ours, theirs] = [productAt(host.url, await host.token(), host.pid), bareAt(bare.url, bare.pid)];
    for (const each of [ours, theirs]) await each.upload(WARM_UP_BYTES, CHUNK);
    const memory = residentMemoryOf(host.pid);
    const idle = await memory.now();

    const rounds: { readonly ours: Costs; readonly theirs: Costs }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ theirs: await theirs.upload(GIB, CHUNK), ours: await ours.upload(GIB, CHUNK) });
    }
    const [one, bareOne] = [middle(rounds.map((round) => round.ours)), middle(rounds.map((round) => round.theirs))];
    const peaks: { readonly size: number; readonly growth: number }[] = [];
    for (const size of CHUNK_SIZES) {
      await memory.forget();
      await ours.upload(WARM_UP_BYTES, size);
      peaks.push({ size, growth: (await memory.peak()) - idle });
    }
    const bareFour = await theirs.upload(4 * GIB, CHUNK);
    const four = await ours.upload(4 * GIB, CHUNK);
    return {
      title: "A GiB in chunks of 5 MiB over loopback, on SQLite and files; CPU seconds",
      columns: ["", "chunks", "completion", "of it the system's", "in all"],
      rows: [
        row("the host, 1 GiB", one),
        row("a bare server, 1 GiB", bareOne),
        row("the host, 4 GiB", four),
        row("a bare server, 4 GiB", bareFour),
        ...peaks.map(({ size, growth }) => [`${size / MIB} MiB chunks`, "", "", "", `${inMib(growth)} MiB above idle`]),
      ],
      verdicts: [...cpuVerdicts(one, bareOne), flatVerdict(one, four), ...peaks.map(memoryVerdict)],
    };
  },
};

/** CPU seconds of a server's process. */
interface Costs {
  readonly chunks: number;
  readonly completion: number;
  /** The system's part of the completion: larger while it writes back earlier data. */
  readonly completionSystem: number;
}

const totalOf = ({ chunks, completion }: Costs): number => chunks + completion;
const row = (what: string, costs: Costs): readonly string[] => [
  what,
  ...[costs.chunks, costs.completion, costs.completionSystem, totalOf(costs)].map((seconds) => seconds.toFixed(2)),
];
const inMib = (bytes: number): string => (bytes / MIB).toFixed(0);

/** The median of each phase on its own: the system's write-back falls into different phases. */
function middle(all: readonly Costs[]): Costs {
  const medianOf = (phase: keyof Costs) =>
    all.map((costs) => costs[phase]).toSorted((one, other) => one - other)[all.length >> 1] ?? Number.NaN;
  return {
    chunks: medianOf("chunks"),
    completion: medianOf("completion"),
    completionSystem: medianOf("completionSystem"),
  };
}

function cpuVerdicts(ours: Costs, theirs: Costs): readonly Verdict[] {
  const ratio = totalOf(ours) / totalOf(theirs);
  return [
    {
      promise: `1 GiB takes ${ratio.toFixed(2)} times the CPU seconds of a bare server (at most ${CPU_RATIO_MAX})`,
      holds: ratio <= CPU_RATIO_MAX,
    },
  ];
}

/** By the seconds of the host itself: the system's depend on how much of the files before it has still to write back. */
function flatVerdict(one: Costs, four: Costs): Verdict {
  const ownOf = ({ completion, completionSystem }: Costs) => completion - completionSystem;
  const ratio = ownOf(four) / 4 / ownOf(one);
  return {
    promise: `completing costs the host itself ${ratio.toFixed(2)} times as much a GiB at 4 GiB as at one (at most ${FLAT_MAX})`,
    holds: ratio <= FLAT_MAX,
  };
}

const memoryVerdict = ({ size, growth }: { readonly size: number; readonly growth: number }): Verdict => ({
  promise: `chunks of ${size / MIB} MiB within ${inMib(growth)} MiB above idle (less than ${inMib(GROWTH_MAX)})`,
  holds: growth < GROWTH_MAX,
});

/** A server that takes a file in chunks, and what that costs it. */
interface Taker {
  upload(byteSize: number, chunkSize: number): Promise<Costs>;
}

function bareAt(url: string, pid: number): Taker {
  return {
    async upload(byteSize, chunkSize) {
      const ask = askerOf(url);
      const began = await cpuSecondsOf(pid);
      const md5 = createHash("md5");
      let number = 0;
      for (const bytes of piecesOf(byteSize, chunkSize)) {
        number += 1;
        md5.update(bytes);
        await ask("PATCH", `/chunks/${number}`, bytes);
      }
      const sent = await cpuSecondsOf(pid);
      const whole = JSON.parse(await ask("POST", `/complete/${number}`)) as { md5: string };
      requireSame(whole.md5, md5.digest("base64"));
      return costsOf(began, sent, await cpuSecondsOf(pid));
    },
  };
}

function productAt(url: string, token: string, pid: number): Taker {
  const path = `${DOCUMENTS_BASE}/chunked_uploads`;
  return {
    async upload(byteSize, chunkSize) {
      const ask = askerOf(url, { authorization: `Bearer ${token}` });
      const opening = { filename: "a.bin", content_type: "application/octet-stream" };
      const announced = JSON.stringify({ ...opening, file_size: byteSize, chunk_size: chunkSize });
      const { data } = JSON.parse(await ask("POST", path, Buffer.from(announced), "application/json"));
      const began = await cpuSecondsOf(pid);
      const md5 = createHash("md5");
      let number = 0;
      for (const bytes of piecesOf(byteSize, chunkSize)) {
        number += 1;
        md5.update(bytes);
        await ask("PATCH", `${path}/${data.upload_id}/chunks/${number}`, bytes);
      }
      const sent = await cpuSecondsOf(pid);
      const checksum = JSON.stringify({ checksum: md5.digest("base64") });
      await ask("POST", `${path}/${data.upload_id}/complete`, Buffer.from(checksum), "application/json");
      return costsOf(began, sent, await cpuSecondsOf(pid));
    },
  };
}

function requireSame(found: string, expected: string): void {
  if (found !== expected) throw new Error("The bytes that were put together are others");
}

/** The chunks of a file that does not compress; no two are equal. */
function* piecesOf(byteSize: number, chunkSize: number): Generator<Buffer> {
  const bytes = Buffer.alloc(chunkSize, createHash("sha512").update("bench").digest());
  for (let at = 0; at < byteSize; at += chunkSize) {
    bytes.writeUInt32LE(at / chunkSize);
    yield bytes.subarray(0, Math.min(chunkSize, byteSize - at));
  }
}

type Ask = (method: string, path: string, body?: Buffer, type?: string) => Promise<string>;

function askerOf(url: string, headers: Readonly<Record<string, string>> = {}): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return async (method, path, body = Buffer.alloc(0), type = "application/octet-stream") => {
    const sent = { ...headers, "content-type": type, "content-length": String(body.byteLength) };
    const outgoing = request(url + path, { method, agent, headers: sent });
    outgoing.end(body);
    const [response] = (await once(outgoing, "response")) as [IncomingMessage];
    let text = "";
    for await (const piece of response.setEncoding("utf8")) text += piece;
    if ((response.statusCode ?? 0) >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`);
    return text;
  };
}

interface CpuSeconds {
  readonly own: number;
  readonly system: number;
}

function costsOf(began: CpuSeconds, sent: CpuSeconds, completed: CpuSeconds): Costs {
  const allOf = ({ own, system }: CpuSeconds) => own + system;
  return {
    chunks: allOf(sent) - allOf(began),
    completion: allOf(completed) - allOf(sent),
    completionSystem: completed.system - sent.system,
  };
}

/** Seconds of a processor that a process took until now, its own and the system's for it (proc(5)). */
async function cpuSecondsOf(pid: number): Promise<CpuSeconds> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return { own: user / TICKS_PER_SECOND, system: system / TICKS_PER_SECOND };
}

const TICKS_PER_SECOND = 100;

/** The bare server in a process of its own. */
async function startBare(directory: string) {
  const process = startProgram(["test/bench/chunked/bare.ts", directory], {});
  await until("the bare server listens", () => process.output.stdout.includes("\n"));
  return { ...process, url: process.output.stdout.trim() };
}
