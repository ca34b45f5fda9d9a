import { unprocessable } from "./errors.ts";

/** The states that each state may become; one that may become none is final. */
type TransitionTable<State extends string> = Readonly<Record<State, readonly NoInfer<State>[]>>;

/** A state table, and the only way from one of its states to another. */
export interface Transitions<State extends string> {
  readonly table: TransitionTable<State>;
  allows(from: State, to: State): boolean;
  isFinal(state: State): boolean;
  /**
   * Returns `to`. Where the table does not lead there, throws 422 `invalid_transition` with this message and the allowed
   * states as details; without a message a TypeError, because then a caller has skipped a check.
   */
  move(from: State, to: State, message?: (allowed: readonly State[]) => string): State;
}

/** Creates the transitions of a state table. */
export function transitions<State extends string>(table: TransitionTable<State>): Transitions<State> {
  const allows = (from: State, to: State) => table[from].includes(to);
  return {
    table,
    allows,
    isFinal: (state) => table[state].length === 0,
    move(from, to, message) {
      if (allows(from, to)) return to;
      const allowed = table[from];
      if (message) throw unprocessable("invalid_transition", message(allowed), { allowed });
      throw new TypeError(`The state table does not lead from ${from} to ${to}`);
    },
  };
}
