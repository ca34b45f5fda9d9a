import { matchesGlob, relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { mutatedSource, PACKAGES, placedMutations } from "./test/mutation/packages.ts";
import { isExplained } from "./test/mutation/survivors.ts";
import { conditions, withPostgres } from "./vitest.config.ts";

const mutated = PACKAGES.find(({ name }) => name === process.env.CARTULARY_MUTATED);
if (!mutated) throw new Error("CARTULARY_MUTATED names no package of test/mutation/packages.ts");
const placed = placedMutations(mutated, process.env.CARTULARY_MUTATED_FILES?.split(",").filter(Boolean));
const { tests } = mutated;

/** Tests in the order in which a package lists them: what they kill is not tried by those that follow. */
class InListedOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) =>
      tests.findIndex((pattern) => matchesGlob(relative(import.meta.dirname, moduleId), pattern));
    return files.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

/** The tests of one package, on sources with all of its mutations. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    {
      name: "mutations",
      enforce: "pre",
      transform: (code, id) => mutatedSource(code, id.split("?", 1)[0] ?? id, placed),
    },
  ],
  resolve: { conditions: [...conditions] },
  ssr: { resolve: { conditions: [...conditions] } },
  environments: { __vitest__: { resolve: { conditions: [...conditions] } } },
  test: {
    include: [...mutated.tests],
    globalSetup: withPostgres,
    setupFiles: ["test/mutation/switch.ts", "test/support/seed.ts"],
    runner: "test/mutation/test-runner.ts",
    pool: "forks",
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: InListedOrder },
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
    provide: {
      mutationLog: process.env.CARTULARY_MUTATION_LOG ?? "",
      explainedMutations: placed.filter(isExplained).map(({ id }) => id),
    },
  },
});
