import { type Clock, type JobDefinition, type JobStores, recurringJob, type Transact } from "@cartulary/kernel";
import type { DocumentStores } from "../ports.ts";
import type { TreeListener } from "./placement.ts";
import { endNextOver } from "./trash.ts";
import type { TrashEntryId } from "./trash-entry.ts";

const END = "documents/end_trash";

/** The queues of {@link trashJobs}. */
export const TRASH_QUEUES: readonly string[] = [END];

const HOUR_SECONDS = 3_600;

interface Dependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
  readonly blobGraceSeconds: number;
  readonly treeListeners: readonly TreeListener<Stores>[];
}

/**
 * The job that ends entries of the trash whose time is over: at each start of a host and every hour, one entry in a transaction.
 */
export function trashJobs<Stores extends DocumentStores & JobStores>(
  dependencies: Dependencies<Stores>,
): readonly JobDefinition[] {
  const { transact, clock } = dependencies;
  return [
    recurringJob({
      queue: END,
      everySeconds: HOUR_SECONDS,
      runsAtStart: true,
      transact,
      clock,
      async work(stop) {
        let after: TrashEntryId | null = null;
        do {
          const last: TrashEntryId | null = after;
          after = await transact.write((stores) => endNextOver(stores, dependencies, last));
        } while (after !== null && !stop.aborted);
      },
    }),
  ];
}
