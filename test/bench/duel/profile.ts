import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../../support/cartulary-process.ts";
import type { Measurement, Report } from "../measurement.ts";
import { arena } from "./arena.ts";
import { WORKS } from "./works.ts";

const WARM_UPS = 2_000;
const REQUESTS = 3_000;
/** The longest that either may take. */
const PHASE_MS = 10_000;
const INTERVAL_MICROSECONDS = 200;
const ROWS = 40;
/** Functions that are no work. */
const IDLE = ["(idle)", "(program)"];

/** Profiles the host during one of the works: its processor time by function. */
export function profileOf(name: string): Measurement {
  const work = WORKS.find((each) => each.name === name);
  if (!work) throw new TypeError(`There is ${WORKS.map((each) => each.name).join(", ")} to be profiled`);
  return {
    name: "profile",
    async run(scenes): Promise<Report> {
      await using opened = new AsyncDisposableStack();
      const place = await arena(scenes, "SQLite", opened, { nodeOptions: ["--inspect=127.0.0.1:0"] });
      const repeat = async (count: number) => {
        const end = performance.now() + PHASE_MS;
        for (let turn = 0; turn < count && performance.now() < end; turn += 1) {
          await work.ask(place.host.askers, place.estate);
        }
      };
      const { output } = place.host.process;
      const address = () => /Debugger listening on (ws:\S+)/.exec(output.stderr)?.[1];
      await until("the inspector listens", () => address() !== undefined);
      using inspector = await inspect(address() ?? "");
      await repeat(WARM_UPS);
      await inspector.post("Profiler.enable");
      await inspector.post("Profiler.setSamplingInterval", { interval: INTERVAL_MICROSECONDS });
      await inspector.post("Profiler.start");
      await repeat(REQUESTS);
      const { profile } = (await inspector.post("Profiler.stop")) as { readonly profile: Profile };
      const path = join(await mkdtemp(join(tmpdir(), "cartulary-profile-")), `${name}.cpuprofile`);
      await writeFile(path, JSON.stringify(profile));
      return {
        title: `${work.what}, on SQLite: where the host's time goes. For the inspector of a browser: ${path}`,
        columns: ["", "share"],
        rows: rowsOf(profile),
        verdicts: [],
      };
    },
  };
}

/** As the inspector's protocol has it; times in microseconds. */
interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** The functions that ran longest by themselves. */
function rowsOf({ nodes, samples, timeDeltas }: Profile): readonly (readonly string[])[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const spent = new Map<string, number>();
  samples.forEach((sample, index) => {
    const name = names.get(sample) ?? "";
    if (!IDLE.includes(name)) spent.set(name, (spent.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  });
  const all = [...spent.values()].reduce((sum, each) => sum + each, 0);
  const longest = [...spent].toSorted(([, one], [, other]) => other - one).slice(0, ROWS);
  return longest.map(([name, time]) => [name, `${((time / all) * 100).toFixed(1)} %`]);
}

function nameOf({ functionName, url, lineNumber }: Profile["nodes"][number]["callFrame"]): string {
  if (url === "") return functionName;
  const file = url.replace(/^.*\/node_modules\//, "").replace(/^.*\/((?:core|contracts|adapters|hosts|test)\/)/, "$1");
  return `${functionName || "(anonymous)"} ${file}:${lineNumber + 1}`;
}

interface Inspector extends Disposable {
  post(method: string, params?: object): Promise<unknown>;
}

/** Speaks to the inspector of another process. */
async function inspect(url: string): Promise<Inspector> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(data);
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  await new Promise((opened, failed) => {
    socket.addEventListener("open", opened);
    socket.addEventListener("error", failed);
  });
  let count = 0;
  return {
    post(method, params = {}) {
      count += 1;
      const answered = new Promise((answer) => waiting.set(count, answer));
      socket.send(JSON.stringify({ id: count, method, params }));
      return answered;
    },
    [Symbol.dispose]: () => socket.close(),
  };
}
