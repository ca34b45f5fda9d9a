import { expect } from "vitest";
import { type House, openHouse } from "../application-fixture.ts";
import { actingOn, bookMakersFor } from "../books.ts";
import type { TestEngine } from "../databases.ts";
import type { Reply } from "../send-request.ts";
import { dayInParisOf } from "./calendar.ts";
import type { PublishedOnPaper } from "./paper.ts";
import type { Body } from "./run-operation.ts";

const RENTAL = "/rental/api/v1";

/** The same house on each engine, with the same time, ids and secrets. */
export interface Twins {
  readonly houses: readonly House[];
  /** The recorded indices of all mandataires. */
  readonly indices: Map<string, PublishedOnPaper>;
  /** Sends a request to each, and returns their answer, which must be the same. */
  ask(of: string, method: string, path: string, json?: object, query?: string): Promise<Reply<Body>>;
  pass(milliseconds: number): void;
  /** Does what a host does once a day. */
  decide(): Promise<void>;
  /** A new mandataire. */
  mandataire(): Promise<string>;
  /** Texts that from now on only replies to one mandataire may contain. */
  hide(texts: readonly string[], of: string): void;
  close(): Promise<void>;
}

export async function openTwins(engines: readonly TestEngine[]): Promise<Twins> {
  const houses = await Promise.all(engines.map(async ({ open }) => openHouse(await open(), { seed: "twins" })));
  let hidden: readonly string[] = [];
  let theirs = "";
  return {
    houses,
    indices: new Map(),
    async ask(of, method, path, json, query) {
      const asking = actingOn(of, { ...(json && { json }), ...(query && { query }) });
      const [reply, ...others] = await Promise.all(
        houses.map((house) => house.admin.ask<Body>(method, RENTAL + path, asking)),
      );
      if (!reply) throw new Error("There is no house");
      for (const other of others) expect(plain(other)).toEqual(plain(reply));
      const shown = of === theirs ? undefined : hidden.find((text) => reply.text.includes(text));
      expect(shown, `${method} ${path} ${JSON.stringify(json)} ${reply.text}`).toBeUndefined();
      return reply;
    },
    pass: (milliseconds) => houses.forEach(({ clock }) => void clock.pass(milliseconds)),
    async decide() {
      await Promise.all(houses.map(({ upkeep }) => upkeep.run()));
    },
    async mandataire() {
      const made = await Promise.all(houses.map((house) => bookMakersFor(house).mandataire()));
      expect(new Set(made.map(({ id }) => id)).size).toBe(1);
      return made[0]?.id ?? expect.unreachable();
    },
    hide(texts, of) {
      [hidden, theirs] = [texts, of];
    },
    async close() {
      await Promise.all(houses.map((house) => house.close()));
    },
  };
}

/** The parts of an answer that must be the same everywhere. */
const plain = ({ status, headers, body }: Reply<Body>) => {
  const lines = [...headers].filter(([name]) => name !== "x-request-id");
  const { request_id: _, ...rest } = Array.isArray(body) ? { body } : (body ?? {});
  return { status, lines, rest };
};

export const nowOf = ({ houses }: Twins): string => houses[0]?.clock.now() ?? "";
/** The day in Paris. */
export const todayOf = (twins: Twins): string => dayInParisOf(nowOf(twins));
