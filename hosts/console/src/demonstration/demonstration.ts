import { type FinishedRequest, newSecret } from "@cartulary/http/pages";
import type { UserId } from "@cartulary/kernel";
import { publicPageOperations } from "@cartulary/wire";
import { type CompletedCall, TOUR } from "./tour.ts";

/** Time in which a link to enter is valid. */
const LINK_MS = 900_000;

/** Sign-in data of the person whom the link signs in. */
export interface DemonstrationPerson {
  readonly emailAddress: string;
  readonly password: string;
}

/** The state of a demonstration: its link to enter, and the steps of the tour that people have done. */
export interface Demonstration {
  /** Returns the path of a link that signs the person in once, within 15 minutes; a former link ends. */
  newLink(): string;
  /** Uses a link up; `null` if its token is wrong, used or over. */
  admit(token: string): DemonstrationPerson | null;
  /** Notes an operation that a person called through the console. */
  noteCall(userId: UserId, call: CompletedCall): void;
  /** Notes a request of any visitor for a public folder. */
  noteRequest(request: Pick<FinishedRequest, "route" | "status">): void;
  /** Returns the numbers of the steps that the person has done, from 1. */
  doneBy(userId: UserId): ReadonlySet<number>;
}

/** Creates the state of a demonstration, in memory. `now` returns milliseconds. */
export function createDemonstration({
  person,
  now,
}: {
  readonly person: DemonstrationPerson;
  readonly now: () => number;
}): Demonstration {
  let link: { readonly token: string; readonly endsAt: number } | null = null;
  const done = new Map<UserId, Set<number>>();
  const note = (steps: Set<number>, call: CompletedCall) => {
    for (const [index, { isDone }] of TOUR.entries()) if (isDone(call, steps)) steps.add(index + 1);
  };

  return {
    newLink() {
      const token = newSecret();
      link = { token, endsAt: now() + LINK_MS };
      return `/demo/enter?token=${token}`;
    },
    admit(token) {
      if (link?.token !== token || now() >= link.endsAt) return null;
      link = null;
      return person;
    },
    noteCall(userId, call) {
      const steps = done.get(userId) ?? new Set();
      done.set(userId, steps);
      note(steps, call);
    },
    noteRequest({ route, status }) {
      const { id: operationId, path } = publicPageOperations.showPublicFolder;
      if (!route?.endsWith(path)) return;
      for (const steps of done.values()) note(steps, { operationId, status, value: null });
    },
    doneBy: (userId) => done.get(userId) ?? new Set(),
  };
}
