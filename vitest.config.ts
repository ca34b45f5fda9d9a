import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";
import { withCompiledChildren } from "./test/compiled-children.ts";
import { ProjectsInTurn } from "./test/support/test-order.ts";

// Sources, not builds. `import`, `default` and `module` must not be listed: they would reach the workers, where a package
// with two forms would then be loaded in the wrong one (the AWS SDK's `module` files are for bundlers only).
export const conditions: readonly string[] = [
  "@cartulary/source",
  ...defaultServerConditions.filter((condition) => condition !== "module"),
];

/** Of the run of all tests, which compiled the children; a file that is run by itself has those of the sources. */
const children = process.env.CARTULARY_TEST_CHILDREN;

const { CARTULARY_TEST_LONG, CARTULARY_TEST_LONG_FILES } = process.env;
const hasLongFiles = CARTULARY_TEST_LONG !== undefined || CARTULARY_TEST_LONG_FILES !== undefined;

/** Of each project: it is set up only if one of its files is run. */
export const withPostgres = ["test/support/global-setup.ts"];

/** By what a test needs. Each test file is in one of these projects; `--project unit` runs one of them. */
const projects = [
  { name: "browser", include: ["test/src/browser/**/*.test.ts"], globalSetup: withPostgres },
  {
    name: "host",
    include: ["hosts/*/test/**/*.test.ts", "test/src/{host,durability,release}/**/*.test.ts"],
    globalSetup: withPostgres,
  },
  {
    name: "database",
    include: [
      "adapters/*/test/**/*.test.ts",
      "test/src/*.test.ts",
      "test/src/{client,http,invariants,rental,search}/**/*.test.ts",
    ],
    globalSetup: withPostgres,
  },
  { name: "unit", include: ["{core,contracts}/*/test/**/*.test.ts"] },
];

export default defineConfig({
  test: {
    projects: projects.map((project) => ({
      plugins: children === undefined ? [] : [withCompiledChildren(children)],
      resolve: { conditions: [...conditions] },
      ssr: { resolve: { conditions: [...conditions] } },
      // What is set up once for the whole run is loaded in an environment of its own.
      environments: { __vitest__: { resolve: { conditions: [...conditions] } } },
      test: {
        ...project,
        exclude: hasLongFiles ? [] : ["**/*.long.test.ts"],
        setupFiles: ["test/support/seed.ts"],
        pool: "forks" as const,
        // A worker keeps what it has loaded for the next files of its project, which takes a third off the run: no test
        // changes a module's state, and what is made once for a run is made in the global set-up.
        isolate: false,
        // One more than the cores that a run is meant for: what waits for a process or a deadline leaves one of them idle.
        maxWorkers: 3,
        // What clears up behind three workers at once has no core of its own: in their own thread it takes a twentieth less.
        execArgv: ["--single-threaded-gc"],
        // For what never ends: nothing that is only slow, on a machine that does much else, is to fail.
        testTimeout: 120_000,
        hookTimeout: 120_000,
      },
    })),
    maxWorkers: 3,
    sequence: { sequencer: ProjectsInTurn },
    allowOnly: false,
  },
});
