/**
 * The owners that have a job running in the foreground, over all pools of a host: an owner runs one at a time, so that
 * other owners find a free core for jobs of any kind.
 */
export interface RunningOwners {
  isRunning(owner: string | null): boolean;
  begin(owner: string | null): void;
  /**
   * Counts the end of a job, then calls every listener, each time another one first: the owner's next job may wait in
   * any pool, and no pool's jobs are to wait for all those of another.
   */
  end(owner: string | null): void;
  onEnd(listener: () => void): void;
}

/** Creates the count that the pools of one host share. */
export function createRunningOwners(): RunningOwners {
  const running = new Set<string | null>();
  const listeners = new Set<() => void>();
  return {
    isRunning: (owner) => running.has(owner),
    begin(owner) {
      running.add(owner);
    },
    end(owner) {
      running.delete(owner);
      for (const listener of [...listeners]) listener();
      const [first] = listeners;
      if (first && listeners.delete(first)) listeners.add(first);
    },
    onEnd(listener) {
      listeners.add(listener);
    },
  };
}
