import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take long though they are short: they start processes, and wait for them. */
const PROCESSES = /[\\/]test[\\/]src[\\/](?:host|durability|browser)[\\/]/;

/** As usual, the largest files first, but for those that start processes: at the end one of them would run alone. */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const { first = [], later = [] } = Object.groupBy(usual, ({ moduleId }) =>
      PROCESSES.test(moduleId) ? "first" : "later",
    );
    return [...first, ...later];
  }
}
