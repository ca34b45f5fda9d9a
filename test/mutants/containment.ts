import { type Mutant, mutantsOf } from "./mutant.ts";

const POOL = "adapters/containment/test/child-pool";

/** Bugs of what runs on what nobody can trust: it gets out, stays behind, or takes others with it. */
export const containmentMutants: readonly Mutant[] = mutantsOf({
  "adapters/containment/src/command.ts": [
    ["a child has every permission", '    "--permission",\n', "", POOL],
    [
      "a child inherits the environment",
      "env: { ...systemVariables(), ...env }",
      "env: { ...process.env, ...env }",
      POOL,
    ],
    ["a child works where its host does", "cwd: parse(path).root", "cwd: process.cwd()", POOL],
  ],
  "adapters/containment/src/countdown.ts": [
    [
      "time goes on while a child waits",
      "    clearTimeout(timer);\n    timer = undefined;\n",
      "    timer = undefined;\n",
      POOL,
    ],
  ],
  "adapters/containment/src/conversation.ts": [
    [
      "a source that never comes is waited for",
      'setTimeout(() => life.end("timeout"), job.stallMilliseconds)',
      "setTimeout(() => {}, job.stallMilliseconds)",
      POOL,
    ],
    ["a source is left open", "    void read.close();\n", "", POOL],
  ],
  "adapters/containment/src/contained-child.ts": [
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
    ["a job that nobody wants goes on", "      void one.kill();\n      throw error;", "      throw error;", POOL],
    [
      "a child is kept for ever",
      "if (jobs >= retirement.jobs || memoryBytes > retirement.memoryBytes)",
      "if (memoryBytes > retirement.memoryBytes)",
      POOL,
    ],
    [
      "a child that holds much is kept",
      "if (jobs >= retirement.jobs || memoryBytes > retirement.memoryBytes)",
      "if (jobs >= retirement.jobs)",
      POOL,
    ],
    [
      "a place is lost with each failure",
      "if (one && !idle.has(one)) one.gone.then(leave);\n        else leave();",
      "if (!one || idle.has(one)) leave();",
      POOL,
    ],
    ["a closed pool starts children", "      isClosed = true;\n      places.close(", "      (() => {})(", POOL],
    ["an idle child stays", "setTimeout(end, options", "setTimeout(() => {}, options", POOL],
  ],
  "adapters/containment/src/places.ts": [
    ["as many wait as like to", "queues[urgency].size >= waitingMax", "queues[urgency].size > waitingMax", POOL],
    [
      "the last to wait comes first",
      "const [foreground] = queues.foreground;",
      "const foreground = [...queues.foreground].at(-1);",
      POOL,
    ],
    ["whoever gave up still gets a place", "        queue.delete(waiting);\n", "", POOL],
  ],
  "adapters/containment/src/containment-error.ts": [
    ["too much memory is a crash", 'if (stderr.endsWith(WATCHDOG_WORDS.memory)) return "memory";', "", POOL],
  ],
  "adapters/containment/src/child/watchdog.ts": [
    ["nobody looks at the memory", "process.memoryUsage.rss() > rssBytesMax", "false", POOL],
    ["a stuck host's child has no deadline", "over !== 0 && monotonicMs() > over", "false", POOL],
    ["a child outlives its host", 'else if (process.ppid !== parent) end("");', "", POOL],
  ],
});
