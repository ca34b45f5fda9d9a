import { expect } from "vitest";
import type { Bank } from "../bank.ts";
import type { Agent } from "../worked-example.ts";
import type { Estate } from "./estate.ts";
import { counted, expectPayouts, expectTotals, of, type RunRead, total } from "./sums.ts";

/** A host on which a history runs: one of several on one database, or the only one. */
export interface PlayHost {
  readonly agent: Agent;
  /** Runs the due jobs. */
  work(): Promise<unknown>;
}

/** A run of the history, and its known state. */
export interface RunKnown {
  readonly id: string;
  status: string;
  read: RunRead;
  /** The movements of its application on the accounts. */
  moved: ReadonlyMap<string, number>;
  /** Nothing else was written since it was computed: it can't be stale. */
  isFresh: boolean;
}

/** A history of an agency's runs, as far as it has come. */
export interface Play {
  readonly hosts: readonly PlayHost[];
  readonly bank: Bank;
  readonly estate: Estate;
  readonly isCash: boolean;
  readonly runs: RunKnown[];
  readonly log: string[];
  /** How often each command had each answer, over all histories. */
  readonly answers: Map<string, number>;
  balances: ReadonlyMap<string, number>;
  received: number;
  suspended: number;
  transactions: number;
}

/** A history that begins with an estate. */
export async function beginPlay(start: Pick<Play, "hosts" | "bank" | "estate" | "isCash" | "answers">): Promise<Play> {
  return {
    ...start,
    ...{ runs: [], log: [], received: 0, suspended: 0, transactions: 0 },
    balances: new Map(),
  };
}

export async function readRun({ agent }: PlayHost, id: string): Promise<RunRead> {
  const lines = (type: string) => agent.found(`/billing_runs/${id}/lines`, { type, per_page: "100", sort: "id" });
  return { run: await agent.found(`/billing_runs/${id}`), tenant: await lines("tenant"), owner: await lines("owner") };
}

/** Reads a run anew and looks at its sums. */
export async function look(play: Play, host: PlayHost, run: RunKnown): Promise<void> {
  run.read = await readRun(host, run.id);
  run.status = run.read.run.status;
  expectTotals(run.read);
  const { estate } = play;
  expectPayouts(run.read, (ownerId) =>
    estate.mandates.every((each) => each.ownerActorId !== ownerId || each.distributionFrequency === "monthly"),
  );
  if (!play.isCash) expectGross(play, run.read);
}

/** Invariant 15: owners are credited with the called amounts, except of parts without an owner, before payouts and fees. */
function expectGross({ estate }: Play, { tenant, owner }: RunRead): void {
  const gross = total(of(owner, "owner_rent", "owner_charges", "owner_vat"));
  const called = counted(tenant);
  const incomplete = [...estate.incomplete].map((id) => estate.units.find((unit) => unit.id === id)?.identifier);
  const parted = called.filter(({ unitIdentifier }) => incomplete.includes(unitIdentifier));
  expect(gross).toBeLessThanOrEqual(total(called));
  expect(gross).toBeGreaterThanOrEqual(total(called) - total(parted));
}

/** Marks all computed runs as possibly outdated. */
export function unsettle(play: Play): void {
  for (const run of play.runs) run.isFresh = false;
}
