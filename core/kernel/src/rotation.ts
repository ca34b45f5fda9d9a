/** Entries in lines, one for each owner, that are served in rounds: every owner has one turn before any has another. */
export interface Rotation<Entry> {
  /** Entries in all lines. */
  waiting(): number;
  /** Entries in the line of one owner. */
  waitingOf(owner: string | null): number;
  /** Whether the owner has fewer running than each may have. */
  mayBegin(owner: string | null): boolean;
  add(owner: string | null, entry: Entry): void;
  remove(owner: string | null, entry: Entry): void;
  /** The oldest entry of the owner whose turn it is; `undefined` where nobody who waits may begin. */
  next(): Entry | undefined;
  /** Something of the owner runs from now on. His next turn comes after everybody else's. */
  begin(owner: string | null): void;
  /** It ended. His next turn comes after everybody else's. */
  end(owner: string | null): void;
  entries(): readonly Entry[];
}

interface Line<Entry> {
  running: number;
  readonly entries: Set<Entry>;
}

/** Lines without any entry. As many entries of each owner run at once as `runningMaxOf` says. */
export function createRotation<Entry>(runningMaxOf: (owner: string | null) => number): Rotation<Entry> {
  /** In the order of their turns. An owner who neither waits nor runs has no line. */
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
      // Lines that may not begin have something running: there are no more of those than places.
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
