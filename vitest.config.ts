import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";
import { withCompiledChildren } from "./test/compiled-children.ts";
import { ProcessesFirst } from "./test/support/processes-first.ts";

// Sources, not builds. `import`, `default` and `module` must not be listed: they would reach the workers, where a package
// with two forms would then be loaded in the wrong one (the AWS SDK's `module` files are for bundlers only).
const conditions = ["@cartulary/source", ...defaultServerConditions.filter((condition) => condition !== "module")];

/** Of the run of all tests, which compiled the children; a file that is run by itself has those of the sources. */
const children = process.env.CARTULARY_TEST_CHILDREN;

export default defineConfig({
  plugins: children === undefined ? [] : [withCompiledChildren(children)],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // What is set up once for the whole run is loaded in an environment of its own.
  environments: { __vitest__: { resolve: { conditions } } },
  test: {
    include: ["{core,contracts,adapters,hosts}/*/test/**/*.test.ts", "test/src/**/*.test.ts"],
    exclude: process.env.CARTULARY_TEST_LONG ? [] : ["**/*.long.test.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    setupFiles: ["test/support/seed.ts"],
    pool: "forks",
    // A worker keeps what it has loaded for its next files, which takes a third off the run: no test changes a module's
    // state, and what is made once for a run is made in the global set-up.
    isolate: false,
    // One more than the cores that a run is meant for: what waits for a process or a deadline leaves one of them idle.
    maxWorkers: 3,
    // What clears up behind three workers at once has no core of its own: in their own thread it takes a twentieth less.
    execArgv: ["--single-threaded-gc"],
    sequence: { sequencer: ProcessesFirst },
    // For what never ends: nothing that is only slow, on a machine that does much else, is to fail.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    allowOnly: false,
  },
});
