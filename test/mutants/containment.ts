import { type Mutant, mutantsOf } from "./mutant.ts";

const POOL = "adapters/containment/test/child-pool";
const PLACES = "adapters/containment/test/places";

/** Bugs of programs that run on untrusted input: they escape, survive their job, or break other jobs. */
export const containmentMutants: readonly Mutant[] = mutantsOf({
  "adapters/containment/src/child-command.ts": [
    [
      "a child inherits the environment",
      "env: { ...systemVariables(), ...runtime.env, ...env }",
      "env: { ...process.env, ...env }",
      POOL,
    ],
    ["a child works where its host does", "cwd: parse(path).root", "cwd: process.cwd()", POOL],
  ],
  "adapters/containment/src/node-children.ts": [
    ["a child has every permission", '      "--permission",\n', "", POOL],
    [
      "a child opens sockets",
      '      `--import=${siblingModule(import.meta.url, "child/without-network")}`,\n',
      "",
      POOL,
    ],
  ],
  "hosts/deno/src/children.ts": [
    ["a child on Deno reads every file", "`--allow-read=${pathList(directories)}`", '"--allow-read"', "host/walls"],
    [
      "a child on Deno opens sockets",
      '      "--allow-env",\n',
      '      "--allow-env",\n      "--allow-net",\n',
      "host/walls",
    ],
  ],
  "hosts/bun/src/children.ts": [
    [
      "Bun has children without walls and says nothing",
      '  if (containment === "weak") return childrenWithoutWalls();\n  throw',
      "  if (containment) return childrenWithoutWalls();\n  throw",
      "host/walls",
    ],
  ],
  "hosts/bun/src/listener.ts": [
    ["Bun cuts idle connections at a stop", "if (native) native.closeIdleConnections = () => 0;", "", "host/runtimes"],
  ],
  "adapters/containment/src/frames.ts": [
    [
      "a child fills the host's memory with one message",
      "if (length > partBytesMax)",
      "if (length > Number.POSITIVE_INFINITY)",
      "adapters/containment/test/frames",
    ],
    [
      "a text is taken for a place",
      "return value.startsWith(MARK) ? MARK + value : value;",
      "return value;",
      "adapters/containment/test/frames",
    ],
  ],
  "adapters/containment/src/child/standard-output.ts": [
    [
      "the answers contain the output of a library",
      '  Object.defineProperty(process, "stdout", { value: stderr });\n  globalThis.console = new Console(stderr);\n',
      "",
      POOL,
    ],
  ],
  "adapters/containment/src/countdown.ts": [
    [
      "time passes while a child waits",
      "    clearTimeout(timer);\n    timer = undefined;\n",
      "    timer = undefined;\n",
      POOL,
    ],
  ],
  "adapters/containment/src/run-child-job.ts": [
    [
      "a source that never comes is waited for",
      'setTimeout(() => life.end("timeout"), job.stallMilliseconds)',
      "setTimeout(() => {}, job.stallMilliseconds)",
      POOL,
    ],
    [
      "a child sleeps for ever",
      'startCountdown(job.wallMilliseconds, () => life.end("timeout"))',
      "startCountdown(job.wallMilliseconds, () => {})",
      POOL,
    ],
    ["a source is left open", "    void read.close();\n", "", POOL],
  ],
  "adapters/containment/src/child-process.ts": [
    [
      "a host that waits for its children ends before they do",
      "      keepAwake(true);\n      return life",
      "      return life",
      POOL,
    ],
    ["an idle child keeps its host from ending", 'const verb = awake ? "ref" : "unref";', 'const verb = "ref";', POOL],
    ["a failed job's words are lost", "      stderr += detail;\n", "", POOL],
  ],
  "adapters/containment/src/pool.ts": [
    ["an aborted job continues", "      discard(worker, owner);\n      throw error;", "      throw error;", POOL],
    [
      "a child is never replaced",
      "return jobs < retirement.jobs && memoryBytes <= retirement.memoryBytes;",
      "return memoryBytes <= retirement.memoryBytes;",
      POOL,
    ],
    [
      "a child with much memory is reused",
      "return jobs < retirement.jobs && memoryBytes <= retirement.memoryBytes;",
      "return jobs < retirement.jobs;",
      POOL,
    ],
    [
      "a place is lost with each failure",
      "if (worker && !idle.has(worker)) worker.exited.then(leave);\n        else leave();",
      "if (!one || idle.has(one)) leave();",
      POOL,
    ],
    ["a closed pool starts children", "      isClosed = true;\n      places.close(", "      (() => {})(", POOL],
    [
      "nothing is started ahead",
      "await places.acquire(request, startSpare)",
      "await places.acquire(request)",
      "adapters/containment/test/pool",
    ],
    [
      "one owner uses up the spare children of all",
      "alive.length === 1 && costlyOwners.has(owner)",
      "costlyOwners.size < 0",
      "adapters/containment/test/pool",
    ],
    ["an idle child stays", "setTimeout(end, options", "setTimeout(() => {}, options", POOL],
  ],
  "adapters/containment/src/concurrency-limiter.ts": [
    ["as many wait as like to", "waiting() >= limits.waiting)", "waiting() > limits.waiting)", PLACES],
    [
      "one person fills the queue for all",
      "waitingOf(onBehalfOf) >= limits.waitingEach",
      "waiting() >= limits.waitingEach",
      PLACES,
    ],
    ["letters to many refuse their author's own", "if (!inBackground && queues", "if (queues", PLACES],
    ["two jobs of an owner run", "const RUNNING_EACH_MAX = 1;", "const RUNNING_EACH_MAX = 2;", PLACES],
    ["a waiting job never times out", "setTimeout(timeOut, limits", "setTimeout(() => {}, limits", PLACES],
    ["an aborted job still gets a place", "        queue.remove(onBehalfOf, waiting);\n", "", PLACES],
  ],
  "core/kernel/src/rotation.ts": [
    [
      "the owner that was served is served first again",
      "    line.running += difference;\n    moveToEnd(owner, line);",
      "    line.running += difference;\n    lines.set(owner, line);",
      PLACES,
    ],
    [
      "the last of an owner's comes first",
      "const [first] = line.entries;",
      "const first = [...line.entries].at(-1);",
      POOL,
    ],
  ],
  "adapters/containment/src/containment-error.ts": [
    ["too much memory is a crash", 'if (stderr.endsWith(WATCHDOG_MESSAGE.memory)) return "memory";', "", POOL],
  ],
  "adapters/containment/src/child/serve-jobs.ts": [
    [
      "the time of the jobs before is counted",
      "cpuLimit[0] = cpuMicroseconds() + 1000 * message.cpuMilliseconds;",
      "cpuLimit[0] = 1000 * message.cpuMilliseconds;",
      POOL,
    ],
  ],
  "adapters/containment/src/child/watchdog.ts": [
    ["the memory of a worker is not checked", "process.memoryUsage.rss() > rssBytesMax", "false", POOL],
    ["a child takes all the CPU time there is", "limit !== 0 && cpuMicroseconds() > limit", "false", POOL],
    ["a child outlives its host", 'else if (process.ppid !== parent) end("");', "", POOL],
  ],
});
