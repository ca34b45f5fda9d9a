/**
 * Runs chosen test files of the folder that it is started in, again and again, for its parent process: a message
 * names them and what changed since the last time, the answer names the test that failed first. Postgres is started once, and
 * what did not change is not compiled again.
 */
import { createVitest, type Reporter, type TestCase, type TestModule } from "vitest/node";
import type { Outcome, Wanted } from "./runner.ts";

let failed: string | null = null;

const nameOf = (test: TestCase): string => `${test.module.relativeModuleId}: ${test.fullName}`;

/** The first test that fails ends the run. */
const impatient: Reporter = {
  onTestCaseResult(test) {
    if (test.result().state !== "failed") return;
    failed ??= nameOf(test);
    void vitest.cancelCurrentRun("test-failure");
  },
};

// A file that is named is run, also if it is one of the long run.
process.env.CARTULARY_TEST_LONG_FILES = "1";
const vitest = await createVitest("test", { watch: false, reporters: [impatient], maxWorkers: 1 });

/** The failure of a file that could not be loaded, or of a hook. */
function brokenIn(modules: readonly TestModule[], errors: readonly unknown[]): string | null {
  const broken = modules.find((module) => !module.ok());
  if (!broken) return errors.length > 0 ? String(errors[0]) : null;
  return `${broken.relativeModuleId}: ${broken.errors()[0]?.message ?? "a hook"}`;
}

process.on("message", async ({ tests, changed }: Wanted) => {
  failed = null;
  for (const file of changed) vitest.invalidateFile(file);
  const specifications = await vitest.globTestSpecifications([...tests]);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const ran = new Set(specifications.map(({ moduleId }) => moduleId));
  const own = testModules.filter(({ moduleId }) => ran.has(moduleId));
  const outcome: Outcome = { failed: failed ?? brokenIn(own, unhandledErrors), byTest: failed !== null };
  // The parent may have disconnected meanwhile.
  if (process.connected) process.send?.(outcome);
});
process.on("disconnect", async () => {
  await vitest.close();
  process.exit();
});
