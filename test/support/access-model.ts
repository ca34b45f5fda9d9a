import { type Grant, LEVELS, type Level, type ResourceType } from "@cartulary/documents";

/** A workspace, folder or document. */
export interface Thing {
  readonly type: ResourceType;
  readonly id: string;
  /** The thing that contains it. */
  parent: Thing | null;
}

/** A permission of a user or group. */
interface PaperGrant {
  readonly id: Grant["id"];
  readonly subject: string;
  readonly on: Thing;
  level: Level;
}

/** Everything that rights depend on, stored as entered: each query computes its result from it. */
export interface Paper {
  things: Thing[];
  input: PaperGrant[];
  /** By group. */
  readonly members: Map<string, Set<string>>;
}

/** A caller. */
export interface Asker {
  readonly id: string;
  readonly administrator: boolean;
}

/** The rule, computed slowly: the highest level of a user or of their groups, on a thing or on one of its parents. */
export function levelOnPaper(paper: Paper, { id, administrator }: Asker, thing: Thing): Level | null {
  if (administrator) return "manage";
  let highest = -1;
  for (let place: Thing | null = thing; place; place = place.parent) {
    for (const { on, subject, level } of paper.input) {
      const speaksOfHim = subject === id || paper.members.get(subject)?.has(id);
      if (on === place && speaksOfHim) highest = Math.max(highest, LEVELS.indexOf(level));
    }
  }
  return LEVELS[highest] ?? null;
}

/** True when a thing is another one or is inside it. */
export function isWithin(thing: Thing, other: Thing): boolean {
  return thing === other || (thing.parent !== null && isWithin(thing.parent, other));
}

/** Removes a thing and everything inside it, with the permissions there. */
export function strike(paper: Paper, gone: Thing): void {
  paper.things = paper.things.filter((thing) => !isWithin(thing, gone));
  paper.input = paper.input.filter(({ on }) => !isWithin(on, gone));
}
