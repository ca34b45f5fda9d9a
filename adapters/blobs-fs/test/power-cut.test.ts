import { createFsBlobStore } from "@cartulary/blobs-fs";
import { type BlobKey, type BlobStore, blobKey } from "@cartulary/kernel";
import { describe, expect, it } from "vitest";
import { type Choose, type Disk, emptyDisk } from "./power-cut-disk.ts";

const DIRECTORY = "/srv/data/blobs";
const INTERLEAVINGS = Array.from({ length: 31 }, (_, index) => index);
const RANDOM_SURVIVALS = 1;
const UNDISTURBED = { powerUntil: Number.POSITIVE_INFINITY, turn: async () => {} };

/** The state that the store's user relies on at the power cut. */
interface Knowledge {
  /** Number of operations executed before the power cut. */
  operations: number;
  readonly stored: Map<BlobKey, string>;
  readonly removed: Set<BlobKey>;
  /** Every text ever sent for each key. */
  readonly sent: Map<BlobKey, string[]>;
}

describe("A power cut at any point of the file-system adapter's work", () => {
  it.each(INTERLEAVINGS)(
    "loses nothing acknowledged and shows no half blob (interleaving %i)",
    async (interleaving) => {
      const operations = await operationsOf(interleaving);
      expect(operations).toBeGreaterThan(80);
      for (let powerUntil = 0; powerUntil <= operations; powerUntil++) {
        const { disk, knowledge } = await live(interleaving, powerUntil);
        await inspectAll(disk, knowledge, interleaving * 1_000 + powerUntil);
      }
    },
  );

  it("loses nothing that is stored after a process died at any point", async () => {
    const operations = await operationsOf(0);
    for (let aliveUntil = 0; aliveUntil <= operations; aliveUntil++) {
      const { disk, knowledge } = await live(0, aliveUntil);
      const next = createFsBlobStore({ directory: DIRECTORY, files: disk.files(UNDISTURBED) });
      await put(next, knowledge, SIX, "h");
      expect(knowledge.stored.has(SIX)).toBe(true);
      await inspectAll(disk, knowledge, aliveUntil);
    }
  });

  it("tests a store that works without a power cut", async () => {
    const { knowledge } = await live(0, Number.POSITIVE_INFINITY);
    expect([...knowledge.stored.keys()].sort()).toEqual(["ab/cd/1", "ab/cd/2", "ab/cd/5", "ef/3"]);
    expect([...knowledge.removed]).toEqual(["ef/4"]);
  });
});

async function operationsOf(interleaving: number): Promise<number> {
  return (await live(interleaving, Number.POSITIVE_INFINITY)).knowledge.operations;
}

/** Writes concurrently into missing directories, writes one key twice, removes, and is interrupted. */
async function live(interleaving: number, powerUntil: number) {
  const knowledge: Knowledge = { operations: 0, stored: new Map(), removed: new Set(), sent: new Map() };
  const done = () => void knowledge.operations++;
  const disk = emptyDisk();
  const files = disk.files({ powerUntil, turn: turns(interleaving), done });
  const blobs = createFsBlobStore({ directory: DIRECTORY, files });
  const [one, two, three, four, five] = KEYS;
  await Promise.all([put(blobs, knowledge, one, "a"), put(blobs, knowledge, two, "b")]);
  await Promise.all([put(blobs, knowledge, three, "c"), turnsLater(30, () => put(blobs, knowledge, four, "d"))]);
  await Promise.all([
    put(blobs, knowledge, one, "e"),
    put(blobs, knowledge, five, "f"),
    put(blobs, knowledge, five, "g"),
    remove(blobs, knowledge, four),
  ]);
  return { disk, knowledge };
}

const SIX = blobKey("ab", "cd", "6");
const KEYS = [
  blobKey("ab", "cd", "1"),
  blobKey("ab", "cd", "2"),
  blobKey("ef", "3"),
  blobKey("ef", "4"),
  blobKey("ab", "cd", "5"),
  SIX,
] as const;

async function put(blobs: BlobStore, { stored, sent }: Knowledge, key: BlobKey, letter: string): Promise<void> {
  const text = letter.repeat(30);
  sent.set(key, [...(sent.get(key) ?? []), text]);
  try {
    await blobs.put(key, inThree(text));
    stored.set(key, text);
  } catch {
    // Rejected or interrupted: nothing was promised.
  }
}

async function remove(blobs: BlobStore, knowledge: Knowledge, key: BlobKey): Promise<void> {
  const text = knowledge.stored.get(key);
  const operationsBefore = knowledge.operations;
  knowledge.stored.delete(key);
  try {
    await blobs.remove(key);
    knowledge.removed.add(key);
  } catch {
    // Interrupted half-way, the blob may exist or not; otherwise it must exist.
    if (text !== undefined && knowledge.operations === operationsBefore) knowledge.stored.set(key, text);
  }
}

async function* inThree(text: string): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < text.length; start += 10) yield Buffer.from(text.slice(start, start + 10));
}

/** Inspects all possible states of the disk, and continues with the last one. */
async function inspectAll(disk: Disk, knowledge: Knowledge, seed: number): Promise<void> {
  let blobs: BlobStore | null = null;
  for (const choose of survivals(seed)) {
    const files = disk.afterPowerCut(choose).files(UNDISTURBED);
    blobs = createFsBlobStore({ directory: DIRECTORY, files });
    await inspect(blobs, knowledge);
  }
  if (blobs) await startAgain(blobs);
}

/** Verifies the state that a restarted host finds. */
async function inspect(blobs: BlobStore, { stored, removed, sent }: Knowledge): Promise<void> {
  const found = new Map<BlobKey, string>();
  for (const key of KEYS) {
    const text = await textAt(blobs, key);
    if (text === null) continue;
    expect(sent.get(key)).toContain(text);
    found.set(key, text);
  }
  for (const [key, text] of stored) expect(found.get(key)).toBe(text);
  for (const key of removed) expect(found.has(key)).toBe(false);
  expect(await keysOf(blobs)).toEqual([...found.keys()].sort());
}

async function startAgain(blobs: BlobStore): Promise<void> {
  await blobs.check();
  for (const key of KEYS) {
    await blobs.remove(key);
    await blobs.put(key, inThree("again"));
    expect(await textAt(blobs, key)).toBe("again");
  }
}

async function textAt(blobs: BlobStore, key: BlobKey): Promise<string | null> {
  const bytes = await blobs.open(key);
  if (!bytes) return null;
  let text = "";
  for await (const chunk of bytes) text += Buffer.from(chunk).toString();
  return text;
}

async function keysOf(blobs: BlobStore): Promise<readonly BlobKey[]> {
  const keys: BlobKey[] = [];
  for await (const key of blobs.list("", Number.MAX_SAFE_INTEGER)) keys.push(key);
  return keys.sort();
}

/** None, all, or a pseudo-random part of the unsynced changes reached the disk. */
function survivals(seed: number): readonly Choose[] {
  const byChance = Array.from({ length: RANDOM_SURVIVALS }, (_, index): Choose => {
    const next = random(seed * RANDOM_SURVIVALS + index + 1);
    return (most) => Math.floor(next() * (most + 1));
  });
  return [() => 0, (most) => most, ...byChance];
}

/**
 * Interleaving n: the n-th sync is so slow that another put starts and ends in the meantime unless it waits. A link
 * takes longer than opening and syncing a directory.
 */
function turns(slowSync: number): (operation: string) => Promise<void> {
  let syncs = 0;
  return async (operation) => {
    if (operation.startsWith("link")) await turnsLater(50, () => {});
    if (!operation.startsWith("sync") || ++syncs !== slowSync) return;
    await turnsLater(1_000, () => {});
  };
}

async function turnsLater<Result>(turns: number, act: () => Result | Promise<Result>): Promise<Result> {
  for (let turn = 0; turn < turns; turn++) await null;
  return act();
}

/** Pseudo-random numbers from 0 to 1 (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
