/**
 * Queues of entries, one per owner, served round-robin: no owner gets two turns before every other waiting owner got
 * one.
 */
export interface Rotation<Entry> {
  /** Counts the entries of all owners. */
  waiting(): number;
  /** Counts the entries of one owner. */
  waitingOf(owner: string | null): number;
  /** True when the owner has fewer running entries than allowed. */
  mayBegin(owner: string | null): boolean;
  add(owner: string | null, entry: Entry): void;
  remove(owner: string | null, entry: Entry): void;
  /** Returns the oldest entry of the next owner in turn; `undefined` when no waiting owner may begin. */
  next(): Entry | undefined;
  /** Counts a running entry and moves the owner to the end of the round. */
  begin(owner: string | null): void;
  /** Counts an ended entry and moves the owner to the end of the round. */
  end(owner: string | null): void;
  entries(): readonly Entry[];
}

interface Line<Entry> {
  running: number;
  readonly entries: Set<Entry>;
}

/** Creates an empty rotation. `runningMaxOf` limits the concurrent entries of each owner. */
export function createRotation<Entry>(runningMaxOf: (owner: string | null) => number): Rotation<Entry> {
  /** In the order of turns. Only owners with waiting or running entries have a line. */
  const lines = new Map<string | null, Line<Entry>>();

  const lineOf = (owner: string | null): Line<Entry> => lines.get(owner) ?? { running: 0, entries: new Set() };

  function moveToEnd(owner: string | null, line: Line<Entry>): void {
    lines.delete(owner);
    if (line.running > 0 || line.entries.size > 0) lines.set(owner, line);
  }

  function countRunning(owner: string | null, difference: number): void {
    const line = lineOf(owner);
    line.running += difference;
    moveToEnd(owner, line);
  }

  const mayBegin = (owner: string | null, { running }: Line<Entry>) => running < runningMaxOf(owner);
  let waiting = 0;

  return {
    waiting: () => waiting,
    waitingOf: (owner) => lineOf(owner).entries.size,
    mayBegin: (owner) => mayBegin(owner, lineOf(owner)),
    add(owner, entry) {
      const line = lineOf(owner);
      line.entries.add(entry);
      lines.set(owner, line);
      waiting += 1;
    },
    remove(owner, entry) {
      const line = lineOf(owner);
      if (!line.entries.delete(entry)) return;
      waiting -= 1;
      if (line.running === 0 && line.entries.size === 0) lines.delete(owner);
    },
    next() {
      // Skipped lines have a running entry, so there are no more of them than slots.
      for (const [owner, line] of lines) {
        const [first] = line.entries;
        if (first !== undefined && mayBegin(owner, line)) return first;
      }
      return undefined;
    },
    begin: (owner) => countRunning(owner, 1),
    end: (owner) => countRunning(owner, -1),
    entries: () => [...lines.values()].flatMap(({ entries }) => [...entries]),
  };
}
