import {
  type Barriers,
  barriersAfterExclusion,
  barriersAfterLift,
  barriersAfterMove,
  type Chain,
  type Explanation,
  explain,
  type Link,
  NO_BARRIERS,
} from "@cartulary/public-access";
import type { Command } from "./public-access-oracle.ts";

/** A node with its numbers, as a database would keep it. */
interface StoredNode {
  parent: number | null;
  placedSeq: number;
  marks: Barriers;
  publishedSeq: number | null;
  /** By root. */
  readonly stamps: Map<number, number>;
}

/** The rule, so that a test can plant a bug in it. */
export interface Rule {
  readonly explain: (chain: Chain) => Explanation;
  readonly excluded: typeof barriersAfterExclusion;
  readonly lifted: typeof barriersAfterLift;
  readonly moved: typeof barriersAfterMove;
}

/** The rule as it is shipped. */
export const RULE: Rule = {
  explain,
  excluded: barriersAfterExclusion,
  lifted: barriersAfterLift,
  moved: barriersAfterMove,
};

/** Public access by numbers: the transitions of public-access.md 4.4 over a tree in memory, judged by the rule. */
export function createLazy(rule: Rule = RULE) {
  const nodes = new Map<number, StoredNode>();
  const trash = new Map<number, ReadonlyMap<number, StoredNode>>();
  let clock = 0;
  let created = 0;
  const tick = () => {
    clock += 1;
    return clock;
  };

  const at = (node: number): StoredNode => {
    const stored = nodes.get(node);
    if (!stored) throw new RangeError(`There is no node ${node}`);
    return stored;
  };
  const upwards = (node: number): readonly [number, ...number[]] => {
    const { parent } = at(node);
    return parent === null ? [node] : [node, ...upwards(parent)];
  };
  const links = (node: number): readonly [Link, ...Link[]] => {
    const { stamps } = at(node);
    const link = (id: number): Link => {
      const { marks, placedSeq, publishedSeq } = at(id);
      return { ...marks, id: String(id), placedSeq, publishedSeq, stampSeq: stamps.get(id) ?? null };
    };
    const [self, ...above] = upwards(node);
    return [link(self), ...above.map(link)];
  };
  const explained = (node: number): Explanation =>
    rule.explain({ links: links(node), complete: true, stamped: at(node).stamps.size > 0 });
  const subtree = (node: number) => [...nodes.keys()].filter((each) => upwards(each).includes(node));

  /** Stamps the nodes outside exclusions. */
  const stamp = (root: number, reached: readonly number[], seq: number): number => {
    const eligible = reached.filter((node) => links(node).every(({ excludedSeq }) => excludedSeq === null));
    for (const node of eligible) at(node).stamps.set(root, seq);
    return eligible.length;
  };

  const operations = {
    create({ parent }: Extract<Command, { do: "create" }>) {
      nodes.set(created, { parent, placedSeq: clock, marks: NO_BARRIERS, publishedSeq: null, stamps: new Map() });
      created += 1;
      return null;
    },
    move({ node, parent }: Extract<Command, { do: "move" }>) {
      const stored = at(node);
      if (stored.parent === parent) return null;
      const seq = tick();
      stored.marks = rule.moved(links(node), seq);
      stored.placedSeq = seq;
      stored.parent = parent;
      return null;
    },
    remove(node: number) {
      const going = subtree(node);
      trash.set(node, new Map(going.map((each) => [each, at(each)])));
      for (const each of going) {
        at(each).stamps.clear();
        at(each).publishedSeq = null;
      }
      for (const each of going) nodes.delete(each);
      for (const { stamps } of nodes.values()) for (const each of going) stamps.delete(each);
      return null;
    },
    purge(node: number) {
      trash.delete(node);
      return null;
    },
    restore({ node, parent }: Extract<Command, { do: "restore" }>) {
      for (const [each, stored] of trash.get(node) ?? []) nodes.set(each, stored);
      trash.delete(node);
      at(node).placedSeq = tick();
      at(node).parent = parent;
      return null;
    },
    publish({ node, propagate }: Extract<Command, { do: "publish" }>) {
      const stored = at(node);
      if (stored.publishedSeq !== null) return 0;
      if (stored.marks.excludedSeq !== null) stored.marks = rule.lifted(stored.marks, tick());
      const seq = tick();
      stored.publishedSeq = seq;
      stored.stamps.set(node, seq);
      return propagate ? operations.propagate(node) : 1;
    },
    unpublish(node: number) {
      at(node).publishedSeq = null;
      return null;
    },
    propagate: (node: number) => stamp(node, subtree(node), tick()),
    exclude(node: number) {
      const stored = at(node);
      if (stored.marks.excludedSeq !== null) return null;
      stored.marks = rule.excluded(stored.marks, tick());
      stored.publishedSeq = null;
      return null;
    },
    lift(node: number) {
      const stored = at(node);
      if (stored.marks.excludedSeq !== null) stored.marks = rule.lifted(stored.marks, tick());
      return null;
    },
  };

  return {
    explained,
    subtree,
    clock: () => clock,
    /** Number of granted permissions, for commands that report it. Called only for what the tree allows. */
    apply(command: Command): number | null {
      if (command.do === "create") return operations.create(command);
      if (command.do === "move") return operations.move(command);
      if (command.do === "restore") return operations.restore(command);
      if (command.do === "publish") return operations.publish(command);
      return operations[command.do](command.node);
    },
  };
}
