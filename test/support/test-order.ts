import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Those that start processes come first, and wait for them: at the end one of them would run alone. */
const PROJECTS = ["browser", "host", "database", "unit"];

/**
 * One project after the other, since a worker keeps its modules for files of the same project only. Within a project the
 * order is the usual one: the longest files first.
 */
export class ProjectsInTurn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.toSorted((one, other) => turnOf(one) - turnOf(other));
  }
}

const turnOf = ({ project }: TestSpecification): number => PROJECTS.indexOf(project.name);
