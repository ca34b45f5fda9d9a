/** The commands on a tree, by the numbers of its nodes; a program is a list of commands. */
export type Command =
  | { readonly do: "create"; readonly kind: "folder" | "document"; readonly parent: number | null }
  | { readonly do: "move"; readonly node: number; readonly parent: number | null }
  /** `purge` takes a deletion out of the trash for good. */
  | { readonly do: "remove" | "purge"; readonly node: number }
  /** To a place that is named, or else to that of the deletion; `parent` is where it goes in either case. */
  | { readonly do: "restore"; readonly node: number; readonly parent: number | null; readonly isNamed: boolean }
  | { readonly do: "publish"; readonly node: number; readonly propagate: boolean }
  | { readonly do: "unpublish" | "propagate" | "exclude" | "lift"; readonly node: number };

/** A node of the oracle's tree. */
interface Grown {
  readonly kind: "folder" | "document";
  parent: number | null;
}

/**
 * Public access as one would do it with a pencil: a plain set of who was granted what by which root, edited by hand at
 * every command. It knows no clock and no number but the nodes'.
 */
export interface Oracle {
  /** The nodes there are, oldest first. */
  readonly nodes: ReadonlyMap<number, Readonly<Grown>>;
  /** Deleted nodes that can be restored, by the node that the deletion named, with their former places. */
  readonly trash: ReadonlyMap<number, number | null>;
  /** The result of a command: refused, or the number of nodes that a publication or propagation reached. */
  apply(command: Command): { readonly refused: boolean; readonly granted: number | null };
  isPublic(node: number): boolean;
  isRoot(node: number): boolean;
  /** True when it or a node above it is excluded. */
  isCut(node: number): boolean;
  /** True when it is excluded itself. */
  isExcluded(node: number): boolean;
  /** The node and all below it. */
  subtree(node: number): readonly number[];
}

/** Levels of folders that the generated trees have at most. */
const DEPTH_MAX = 6;
/** Nodes that a generated tree has at most. */
const NODES_MAX = 20;

export function createOracle(): Oracle {
  const nodes = new Map<number, Grown>();
  const roots = new Set<number>();
  const exclusions = new Set<number>();
  /** Which roots granted each node. */
  const grants = new Map<number, Set<number>>();
  const trash = new Map<number, number | null>();
  /** The nodes of each deletion, and those of them that were excluded. */
  const trashed = new Map<
    number,
    { readonly nodes: ReadonlyMap<number, Grown>; readonly excluded: readonly number[] }
  >();
  let created = 0;

  const chain = (node: number): readonly number[] => {
    const parent = nodes.get(node)?.parent ?? null;
    return parent === null ? [node] : [node, ...chain(parent)];
  };
  const subtree = (node: number): readonly number[] => [...nodes.keys()].filter((each) => chain(each).includes(node));
  const isCut = (node: number) => chain(node).some((each) => exclusions.has(each));
  const ungrant = (node: number, granters: (root: number) => boolean) => {
    for (const root of [...(grants.get(node) ?? [])]) if (granters(root)) grants.get(node)?.delete(root);
  };
  const forget = (root: number) => {
    roots.delete(root);
    for (const node of nodes.keys()) ungrant(node, (each) => each === root);
  };
  const grant = (root: number, reached: readonly number[]): number => {
    const eligible = reached.filter((node) => !isCut(node));
    for (const node of eligible) grants.get(node)?.add(root);
    return eligible.length;
  };

  const height = (node: number): number =>
    1 + Math.max(0, ...[...nodes].filter(([, { parent }]) => parent === node).map(([child]) => height(child)));
  const fits = (parent: number | null, levels: number) =>
    parent === null || (nodes.get(parent)?.kind === "folder" && chain(parent).length + levels <= DEPTH_MAX);

  const done = { refused: false, granted: null };
  const refusal = { refused: true, granted: null };

  function apply(command: Command): { readonly refused: boolean; readonly granted: number | null } {
    switch (command.do) {
      case "create": {
        if (created === NODES_MAX || !fits(command.parent, 1)) return refusal;
        nodes.set(created, { kind: command.kind, parent: command.parent });
        grants.set(created, new Set());
        created += 1;
        return done;
      }
      case "move": {
        const { node, parent } = command;
        const grown = nodes.get(node);
        if (!grown || !fits(parent, height(node)) || (parent !== null && chain(parent).includes(node))) return refusal;
        if (grown.parent === parent) return done;
        const going = subtree(node);
        for (const each of going) ungrant(each, (root) => !going.includes(root));
        grown.parent = parent;
        if (isCut(node)) for (const each of going) ungrant(each, () => true);
        return done;
      }
      case "remove": {
        const going = subtree(command.node);
        if (!nodes.has(command.node)) return refusal;
        for (const each of going) forget(each);
        trash.set(command.node, nodes.get(command.node)?.parent ?? null);
        trashed.set(command.node, {
          nodes: new Map(going.flatMap((each) => (nodes.has(each) ? [[each, nodes.get(each) as Grown]] : []))),
          excluded: going.filter((each) => exclusions.has(each)),
        });
        for (const each of going) {
          nodes.delete(each);
          grants.delete(each);
          exclusions.delete(each);
        }
        return done;
      }
      case "restore": {
        const { node, parent } = command;
        const entry = trashed.get(node);
        if (!entry || !(parent === null || nodes.has(parent)) || (!command.isNamed && parent !== trash.get(node)))
          return refusal;
        for (const [each, grown] of entry.nodes) nodes.set(each, grown);
        const grown = nodes.get(node);
        const fitting = fits(parent, height(node));
        if (!grown || !fitting) {
          for (const each of entry.nodes.keys()) nodes.delete(each);
          return refusal;
        }
        grown.parent = parent;
        for (const each of entry.nodes.keys()) grants.set(each, new Set());
        for (const each of entry.excluded) exclusions.add(each);
        trash.delete(node);
        trashed.delete(node);
        return done;
      }
      case "purge": {
        trash.delete(command.node);
        return trashed.delete(command.node) ? done : refusal;
      }
      case "publish": {
        if (nodes.get(command.node)?.kind !== "folder") return refusal;
        if (roots.has(command.node)) return { refused: false, granted: 0 };
        exclusions.delete(command.node);
        roots.add(command.node);
        const reached = grant(command.node, command.propagate ? subtree(command.node) : [command.node]);
        return { refused: false, granted: command.propagate ? reached : 1 };
      }
      case "unpublish": {
        if (nodes.get(command.node)?.kind !== "folder") return refusal;
        forget(command.node);
        return done;
      }
      case "propagate": {
        if (!roots.has(command.node)) return refusal;
        return { refused: false, granted: grant(command.node, subtree(command.node)) };
      }
      case "exclude": {
        if (!nodes.has(command.node)) return refusal;
        if (exclusions.has(command.node)) return done;
        exclusions.add(command.node);
        forget(command.node);
        for (const each of subtree(command.node)) ungrant(each, () => true);
        return done;
      }
      case "lift": {
        if (!nodes.has(command.node)) return refusal;
        exclusions.delete(command.node);
        return done;
      }
    }
  }

  return {
    nodes,
    trash,
    apply,
    isCut,
    subtree,
    isExcluded: (node) => exclusions.has(node),
    isRoot: (node) => roots.has(node),
    isPublic: (node) => !isCut(node) && chain(node).some((root) => roots.has(root) && grants.get(node)?.has(root)),
  };
}
