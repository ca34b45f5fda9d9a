/** The code and the memory limit of a contained child. */
export interface ChildCode {
  /** The module that it runs. */
  readonly entry: string;
  /** The only directories that it may read. */
  readonly directories: readonly string[];
  /** Files of native code that it may load. No sandbox of a runtime limits native code. */
  readonly addonFiles: readonly string[];
  readonly memoryBytes: number;
}

/** The jobs of a pool. */
export interface PoolCounts {
  readonly waiting: number;
  readonly running: number;
}

/** Watches pools of children. Pools that run the same code have the same name. */
export interface ChildObserver {
  /** Called when a pool is created. `counts` may be called at any time. */
  opened(pool: string, counts: () => PoolCounts): void;
  /** Runs a job, from its wait for a place to its end. */
  around<Result>(pool: string, job: () => Promise<Result>): Promise<Result>;
}

/**
 * Runs a child's code in the sandbox of a runtime: no files but the code, no sockets, no other processes, and a heap
 * limit. The child's own arguments follow those of `words`.
 */
export interface ChildRuntime {
  readonly program: string;
  /** False without a sandbox: a compromised child has the rights of the host's user. */
  readonly hasWalls: boolean;
  /** Returns the arguments of the program; the entry is the last. */
  words(code: ChildCode): readonly string[];
  /** Watches the pools of its children, for monitoring. */
  readonly observer?: ChildObserver;
  /** Environment variables that the program needs. */
  readonly env?: Readonly<Record<string, string>>;
}
