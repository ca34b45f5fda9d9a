/** Which mutation is active, and which were reached: in each worker, before any source is loaded. */
export interface Switch {
  /** The id of the active mutation; 0 for none. */
  active: number;
  /** Ids that were reached since it was last emptied; `null` while mutations are tried. */
  reached: Set<number> | null;
  /** How often the active one was reached. */
  count: number;
}

/** No test reaches one place so often unless a loop does not end. */
const COUNT_MAX = 200_000;

const state: Switch = { active: 0, reached: new Set(), count: 0 };

Object.assign(globalThis, {
  cartularySwitch: state,
  cartularyMutant(id: number): boolean {
    state.reached?.add(id);
    if (id !== state.active) return false;
    state.count += 1;
    if (state.count > COUNT_MAX) throw new Error("A loop does not end");
    return true;
  },
});
