import type { Caller } from "@cartulary/kernel";
import type { Grant, Level } from "./access.ts";

/** A grant whose level is another one now. */
export interface GrantChange {
  readonly grant: Grant;
  readonly oldLevel: Level;
}

/**
 * Is told what people do with permissions, inside the transaction in which they do it and with its stores: what a
 * listener writes is committed or rolled back with the rest, and what it throws stops the change.
 *
 * The permission that comes with making a resource, and those that end with a resource or a subject, are no deeds of
 * their own: whoever wants to know listens to what made or ended those.
 */
export interface GrantListener<Stores> {
  granted?(stores: Stores, caller: Caller, grant: Grant): Promise<void>;
  /** Only where the level became another one. */
  changed?(stores: Stores, caller: Caller, change: GrantChange): Promise<void>;
  revoked?(stores: Stores, caller: Caller, grant: Grant): Promise<void>;
}

/** All listeners as one, told in the order they were given. */
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
