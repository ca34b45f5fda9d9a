import type { Caller } from "@cartulary/kernel";
import type { Grant, Level } from "./grant.ts";

/** A grant with a new level. */
export interface GrantChange {
  readonly grant: Grant;
  readonly oldLevel: Level;
}

/**
 * Receives changes of permissions inside the transaction that makes them, with its stores. Writes commit or roll back
 * with the change; an error rolls it back.
 *
 * Not called for the creator's grant on a new resource, nor for grants deleted along with their resource or subject:
 * listeners of those events exist.
 */
export interface GrantListener<Stores> {
  granted?(stores: Stores, caller: Caller, grant: Grant): Promise<void>;
  /** Called only when the level differs. */
  changed?(stores: Stores, caller: Caller, change: GrantChange): Promise<void>;
  revoked?(stores: Stores, caller: Caller, grant: Grant): Promise<void>;
}

/** Combines listeners into one that calls them in order. */
export function everyGrantListener<Stores>(
  listeners: readonly GrantListener<Stores>[],
): Required<GrantListener<Stores>> {
  return {
    async granted(...event) {
      for (const listener of listeners) await listener.granted?.(...event);
    },
    async changed(...event) {
      for (const listener of listeners) await listener.changed?.(...event);
    },
    async revoked(...event) {
      for (const listener of listeners) await listener.revoked?.(...event);
    },
  };
}
