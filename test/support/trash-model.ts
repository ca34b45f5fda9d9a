import fc from "fast-check";
import { createOracle, type Command as TreeCommand } from "./public-access-oracle.ts";

/** The administrator, or a manager with rights on some folders. */
export type Who = "admin" | "keeper";

/** A command on the estate, by the numbers of its nodes. */
export type TrashCommand = (TreeCommand | { readonly do: "version"; readonly node: number; readonly text: string }) & {
  readonly by: Who;
};

/** The state that users see, by the numbers of nodes. */
export interface Observation {
  /** The parents of all nodes that are not deleted; `null` for workspaces. */
  readonly parents: Readonly<Record<number, number | null>>;
  /** The contents of all documents that are not deleted, oldest first. */
  readonly contents: Readonly<Record<number, readonly string[]>>;
  readonly trash: Readonly<Record<Who, readonly ShownEntry[]>>;
  readonly publicNodes: readonly number[];
}

/** A deletion as its reader sees it. */
export interface ShownEntry {
  readonly node: number;
  /** The nodes whose names the path has. */
  readonly path: readonly number[];
  /** The place that it returns to; `null` when that is gone. */
  readonly place: number | null;
}

/** Two workspaces; a published folder with two levels and documents; a folder elsewhere; a folder to delete. */
export const NODES = {
  workspace: 0,
  otherWorkspace: 1,
  published: 2,
  inner: 3,
  innermost: 4,
  elsewhere: 5,
  document: 6,
  innerDocument: 7,
  innermostDocument: 8,
  deleted: 9,
  deletedDocument: 10,
} as const;

const IS_WORKSPACE = (node: number) => node <= NODES.otherWorkspace;
const KEEPER_LEVELS: Readonly<Record<number, Level>> = { [NODES.published]: 3, [NODES.elsewhere]: 2 };

/** 1 read, 2 write, 3 manage; 0 none. */
type Level = 0 | 1 | 2 | 3;

const MAKING = [
  ["folder", null],
  ["folder", null],
  ["folder", NODES.workspace],
  ["folder", NODES.published],
  ["folder", NODES.inner],
  ["folder", NODES.otherWorkspace],
  ["document", NODES.published],
  ["document", NODES.inner],
  ["document", NODES.innermost],
  ["folder", NODES.published],
  ["document", NODES.deleted],
] as const satisfies readonly (readonly ["folder" | "document", number | null])[];

/** The commands that make the estate; workspaces are folders at the top. */
export const ESTATE: readonly TrashCommand[] = [
  ...MAKING.map(([kind, parent]) => ({ do: "create", kind, parent, by: "admin" }) as const),
  { do: "publish", node: NODES.published, propagate: true, by: "admin" },
  { do: "remove", node: NODES.deleted, by: "admin" },
];

interface Deletion {
  readonly path: readonly number[];
  readonly place: number | null;
  readonly isManaged: boolean;
  readonly by: Who;
}

/** The estate as the specification describes it: every command is applied by hand, one after the other. */
export interface TrashModel {
  /** Returns whether the command is refused. */
  apply(command: TrashCommand): boolean;
  observe(): Observation;
}

export function createTrashModel(commands: readonly TrashCommand[] = []): TrashModel {
  const oracle = createOracle();
  const deletions = new Map<number, Deletion>();
  const contents = new Map<number, string[]>();
  let created = 0;

  const chain = (node: number | null): readonly number[] =>
    node === null ? [] : [node, ...chain(oracle.nodes.get(node)?.parent ?? null)];
  const levelOf = (who: Who, node: number): Level =>
    who === "admin" ? 3 : (Math.max(0, ...chain(node).map((each) => KEEPER_LEVELS[each] ?? 0)) as Level);
  const exists = (node: number) => oracle.nodes.has(node);

  /** 3 for who may purge, 2 for who may only restore, 0 for others. */
  function rightOn(who: Who, { place, isManaged, by }: Deletion): Level {
    if (who === "admin") return 3;
    if (place === null || !exists(place)) return 0;
    const level = levelOf(who, place);
    if (isManaged && level === 3) return 3;
    return by === who && level >= 2 ? 2 : 0;
  }

  function isAllowed(command: TrashCommand): boolean {
    if (command.by === "admin" || command.do === "create") return true;
    if (command.do === "remove") return exists(command.node) && levelOf(command.by, command.node) >= 2;
    const deletion = deletions.get(command.node);
    const right = deletion ? rightOn(command.by, deletion) : 0;
    if (command.do === "purge") return right === 3;
    if (command.do !== "restore" || right === 0) return false;
    if (command.parent === null || !command.isNamed) return true;
    const there = exists(command.parent) ? levelOf(command.by, command.parent) : 0;
    return there >= 2 && there <= right;
  }

  function apply(command: TrashCommand): boolean {
    if (!isAllowed(command)) return true;
    if (command.do === "version") {
      const texts = contents.get(command.node);
      if (!exists(command.node) || !texts) return true;
      texts.push(command.text);
      return false;
    }
    const isThere = command.do !== "create" && exists(command.node);
    const [, ...above] = isThere ? chain(command.node) : [];
    const isManaged = isThere && levelOf("keeper", command.node) === 3;
    if (oracle.apply(placed(command)).refused) return true;
    if (command.do === "create") {
      if (command.kind === "document") contents.set(created, [textOf(created)]);
      created += 1;
    }
    if (command.do === "remove") {
      const deletion = { path: above.toReversed(), place: above[0] ?? null, isManaged, by: command.by };
      deletions.set(command.node, deletion);
    }
    if (command.do === "restore" || command.do === "purge") deletions.delete(command.node);
    return false;
  }

  /** Names the place of a restoration that names none. */
  function placed(command: Exclude<TrashCommand, { do: "version" }>): TreeCommand {
    if (command.do !== "restore" || command.isNamed) return command;
    return { ...command, parent: oracle.trash.get(command.node) ?? null };
  }

  function trashOf(who: Who): readonly ShownEntry[] {
    return [...deletions]
      .filter(([, deletion]) => rightOn(who, deletion) > 0)
      .map(([node, { path, place }]) => ({
        node,
        path: path.filter((each) => who === "admin" || (exists(each) && levelOf(who, each) > 0)),
        place: place !== null && exists(place) ? place : null,
      }))
      .toSorted((left, right) => left.node - right.node);
  }

  for (const command of commands) apply(command);
  return {
    apply,
    observe() {
      const nodes = [...oracle.nodes.keys()].toSorted((left, right) => left - right);
      return {
        parents: Object.fromEntries(nodes.map((node) => [node, oracle.nodes.get(node)?.parent ?? null])),
        contents: Object.fromEntries(
          nodes.flatMap((node) => (contents.has(node) ? [[node, [...(contents.get(node) ?? [])]]] : [])),
        ),
        trash: { admin: trashOf("admin"), keeper: trashOf("keeper") },
        publicNodes: nodes.filter((node) => !IS_WORKSPACE(node) && oracle.isPublic(node)),
      };
    },
  };
}

/** The first content of a document. */
export const textOf = (node: number): string => `the text of ${node}`;

const NODE_COUNT = MAKING.length;
const FOLDERS = MAKING.flatMap(([kind], node) => (kind === "folder" ? [node] : []));
const BELOW = MAKING.flatMap((_, node) => (IS_WORKSPACE(node) ? [] : [node]));
const DOCUMENTS = MAKING.flatMap(([kind], node) => (kind === "document" ? [node] : []));
const PUBLISHABLE = FOLDERS.filter((node) => !IS_WORKSPACE(node));

const among = <Item>(items: readonly Item[]) => fc.constantFrom(...items);
const who = fc.constantFrom<Who>("admin", "admin", "keeper");
const anyNode = fc.nat(NODE_COUNT - 1);

const remove = fc.record({ do: fc.constant("remove" as const), node: anyNode, by: who });
const purge = fc.record({ do: fc.constant("purge" as const), node: anyNode, by: who });
const restoreTo = fc.record({
  ...{ do: fc.constant("restore" as const), node: among(BELOW), parent: among(FOLDERS) },
  ...{ isNamed: fc.constant(true), by: who },
});
const restore = fc.record({
  ...{ do: fc.constant("restore" as const), node: anyNode, parent: fc.constant(null), isNamed: fc.constant(false) },
  by: who,
});
const byAdmin = { by: fc.constant<Who>("admin") };
const move = fc.record({ do: fc.constant("move" as const), node: among(BELOW), parent: among(FOLDERS), ...byAdmin });
const act = fc.record({
  do: fc.constantFrom("unpublish" as const, "propagate" as const),
  node: among(PUBLISHABLE),
  ...byAdmin,
});
const cut = fc.record({ do: fc.constantFrom("exclude" as const, "lift" as const), node: among(BELOW), ...byAdmin });
const publish = fc.record({
  do: fc.constant("publish" as const),
  ...{ node: among(PUBLISHABLE), propagate: fc.boolean(), ...byAdmin },
});
const version = fc.record({
  ...{ do: fc.constant("version" as const), node: among(DOCUMENTS), text: fc.uuid() },
  ...byAdmin,
});

/** Commands of which most concern deletions. */
export const trashCommands = (length: { readonly minLength: number; readonly maxLength: number }) =>
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: remove },
      { weight: 4, arbitrary: restore },
      { weight: 2, arbitrary: restoreTo },
      { weight: 3, arbitrary: purge },
      { weight: 2, arbitrary: move },
      { weight: 1, arbitrary: fc.oneof(act, cut, publish) },
      { weight: 1, arbitrary: version },
    ),
    { ...length, size: "max" },
  ) as fc.Arbitrary<readonly TrashCommand[]>;
