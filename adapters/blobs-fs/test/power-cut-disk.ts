import type { DirectoryEntry, FileOperations, OpenFile } from "@cartulary/blobs-fs";

/**
 * A disk in memory that loses everything POSIX allows a power cut to lose: bytes of a file written since its last sync,
 * and names of a directory added or removed since its own last sync, each independently. Syncing a file does not sync
 * its name, and syncing a directory does not sync the directory's own name.
 */
export interface Disk {
  /**
   * The running system's view. From operation number `powerUntil` on (counted from 0) all operations fail without
   * effect.
   */
  readonly files: (machine: Machine) => FileOperations;

  /** The disk after the power cut: `choose` decides how much of each unsynced change was written. */
  readonly afterPowerCut: (choose: Choose) => Disk;
}

interface Machine {
  readonly powerUntil: number;
  /** Awaited before each operation, so that a test controls the interleaving of concurrent operations. */
  readonly turn: (operation: string) => Promise<void>;
  /** Called after each successful operation. */
  readonly done?: () => void;
}

/** Returns an integer from 0 to `most`. */
export type Choose = (most: number) => number;

interface FileNode {
  readonly kind: "file";
  synced: Buffer;
  bytes: Buffer;
}

interface DirectoryNode {
  readonly kind: "directory";
  readonly synced: Map<string, DiskNode>;
  readonly names: Map<string, DiskNode>;
  /** Changes since the last sync, oldest first. */
  readonly changes: { readonly name: string; readonly node: DiskNode | null }[];
}

type DiskNode = FileNode | DirectoryNode;

/** Creates an empty disk with the directory `/srv`. */
export function emptyDisk(): Disk {
  return diskOf(directoryOf(new Map([["srv", directoryOf(new Map())]])));
}

function diskOf(root: DirectoryNode): Disk {
  return { files: (machine) => filesOf(root, machine), afterPowerCut: (choose) => diskOf(survivorOf(root, choose)) };
}

function directoryOf(names: Map<string, DiskNode>): DirectoryNode {
  return { kind: "directory", synced: new Map(names), names, changes: [] };
}

function filesOf(root: DirectoryNode, { powerUntil, turn, done }: Machine): FileOperations {
  let operations = 0;

  async function step<Result>(operation: string, act: () => Result): Promise<Result> {
    await turn(operation);
    if (operations >= powerUntil) throw new Error("the power is off");
    operations++;
    const result = act();
    done?.();
    return result;
  }

  function openFile(path: string, node: DiskNode): OpenFile {
    return {
      read: (buffer, offset, length, position) =>
        step(`read ${path}`, () => ({ bytesRead: file(node).bytes.copy(buffer, offset, position, position + length) })),
      write: (buffer, offset) =>
        step(`write ${path}`, () => {
          const bytes = buffer.subarray(offset);
          file(node).bytes = Buffer.concat([file(node).bytes, bytes]);
          return { bytesWritten: bytes.byteLength };
        }),
      stat: () =>
        step(`stat ${path}`, () => ({
          size: node.kind === "file" ? node.bytes.byteLength : 0,
          isFile: () => node.kind === "file",
        })),
      sync: () => step(`sync ${path}`, () => sync(node)),
      close: () => step(`close ${path}`, () => {}),
    };
  }

  return {
    open: (path, flags) =>
      step(`open ${path} ${flags}`, () => {
        if (flags === "wx") name(root, path, { kind: "file", synced: Buffer.alloc(0), bytes: Buffer.alloc(0) });
        return openFile(path, found(root, path));
      }),
    mkdir: (path) => step(`mkdir ${path}`, () => name(root, path, directoryOf(new Map()))),
    link: (from, to) => step(`link ${to}`, () => name(root, to, file(found(root, from)))),
    unlink: (path) =>
      step(`unlink ${path}`, () => {
        file(found(root, path));
        change(parent(root, path), last(path), null);
      }),
    readdir: (path) => step(`readdir ${path}`, () => [...directory(found(root, path)).names].map(entryOf)),
    stat: (path) =>
      step(`stat ${path}`, () => {
        found(root, path);
        return { mtimeMs: 0 };
      }),
    access: (path) => step(`access ${path}`, () => void found(root, path)),
  };
}

function sync(node: DiskNode): void {
  if (node.kind === "file") {
    node.synced = node.bytes;
    return;
  }
  for (const { name, node: changed } of node.changes.splice(0)) setName(node.synced, name, changed);
}

function name(root: DirectoryNode, path: string, node: DiskNode): void {
  if (parent(root, path).names.has(last(path))) throw failure("EEXIST", path);
  change(parent(root, path), last(path), node);
}

function change(inside: DirectoryNode, name: string, node: DiskNode | null): void {
  setName(inside.names, name, node);
  inside.changes.push({ name, node });
}

function setName(names: Map<string, DiskNode>, name: string, node: DiskNode | null): void {
  if (node) names.set(name, node);
  else names.delete(name);
}

/** A file with two names survives as one file with two names. */
function survivorOf(root: DirectoryNode, choose: Choose): DirectoryNode {
  const survivors = new Map<DiskNode, DiskNode>();

  function survivor(node: DiskNode): DiskNode {
    const known = survivors.get(node);
    if (known) return known;
    const made = node.kind === "file" ? survivingFile(node, choose) : survivingDirectory(node);
    survivors.set(node, made);
    return made;
  }

  function survivingDirectory(node: DirectoryNode): DirectoryNode {
    const names = survivingNames(node, choose);
    return directoryOf(new Map([...names].map(([name, child]) => [name, survivor(child)])));
  }

  return survivingDirectory(root);
}

/** Changes of one name reach the disk in order; changes of different names in any order. */
function survivingNames({ synced, changes }: DirectoryNode, choose: Choose): Map<string, DiskNode> {
  const names = new Map(synced);
  for (const name of new Set(changes.map((each) => each.name))) {
    const ofName = changes.filter((each) => each.name === name);
    for (const { node } of ofName.slice(0, choose(ofName.length))) setName(names, name, node);
  }
  return names;
}

/** Returns nothing, some bytes, zeros of the same length, or all bytes. */
function survivingFile({ synced, bytes }: FileNode, choose: Choose): FileNode {
  const ways = [
    synced,
    bytes.subarray(0, synced.length + Math.floor((bytes.length - synced.length) / 2)),
    Buffer.concat([synced, Buffer.alloc(bytes.length - synced.length)]),
    bytes,
  ];
  const survived = ways[choose(3)] ?? synced;
  return { kind: "file", synced: survived, bytes: survived };
}

function found(root: DirectoryNode, path: string): DiskNode {
  let node: DiskNode = root;
  for (const segment of path.split("/").filter(Boolean)) {
    const next: DiskNode | undefined = directory(node, path).names.get(segment);
    if (!next) throw failure("ENOENT", path);
    node = next;
  }
  return node;
}

const parent = (root: DirectoryNode, path: string) =>
  directory(found(root, path.slice(0, path.lastIndexOf("/"))), path);
const last = (path: string) => path.slice(path.lastIndexOf("/") + 1);

function directory(node: DiskNode, path = ""): DirectoryNode {
  if (node.kind === "directory") return node;
  throw failure("ENOTDIR", path);
}

function file(node: DiskNode): FileNode {
  if (node.kind === "file") return node;
  throw failure("EISDIR", "");
}

function failure(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}

function entryOf([name, { kind }]: readonly [string, DiskNode]): DirectoryEntry {
  return { name, isFile: () => kind === "file", isDirectory: () => kind === "directory" };
}
