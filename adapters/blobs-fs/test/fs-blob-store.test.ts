import * as nodeFiles from "node:fs/promises";
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFsBlobStore, type FileOperations, type OpenFile } from "@cartulary/blobs-fs";
import { type BlobKey, type BlobStore, blobKey } from "@cartulary/kernel";
import { blobStoreContract } from "@cartulary/ports/kernel";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";

const directories: string[] = [];

afterAll(async () => {
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
});

const counting = countingFiles();
const directoryOf = new WeakMap<BlobStore, string>();

blobStoreContract("The file-system adapter", {
  async create() {
    const directory = await newDirectory();
    const blobs = createFsBlobStore({ directory, files: counting.files });
    directoryOf.set(blobs, directory);
    return blobs;
  },
  openHandles: counting.openFiles,
  storedAt: async (blobs, key) => (await stat(join(directoryOf.get(blobs) ?? "", key))).mtimeMs,
});

describe("The file-system adapter", () => {
  it("syncs the file, links it and syncs the directory before put resolves", async () => {
    const directory = await newDirectory();
    const record: string[] = [];
    const blobs = createFsBlobStore({ directory, files: recordingFiles(directory, record) });
    await blobs.put(blobKey("ab", "first"), source("first"));
    record.length = 0;

    await blobs.put(blobKey("ab", "second"), source("one", "two"));
    record.push("put is done");
    const inTurn = (...steps: readonly string[]) =>
      expect(record.filter((step) => steps.includes(step))).toEqual(steps);
    const link = "link .partial/* ab/second";
    inTurn("create .partial/*", "write .partial/*", "sync .partial/*", link, "sync ab", "close ab", "put is done");
    // These two may happen at any time in between.
    inTurn(link, "unlink .partial/*", "put is done");
    inTurn("sync .partial/*", "close .partial/*", "put is done");
    expect(record).toHaveLength(10);
  });

  it("syncs the parent of every directory it makes before the blob gets its name", async () => {
    const directory = await newDirectory();
    const record: string[] = [];
    const blobs = createFsBlobStore({ directory, files: recordingFiles(directory, record) });
    await blobs.put(blobKey("ab", "cd", "x"), source("x"));
    const steps = record.filter((step) => /^(mkdir|sync|link)/.test(step));
    expect(steps.slice(steps.indexOf("mkdir .partial"))).toEqual([
      "mkdir .partial",
      "sync .",
      "mkdir ab",
      "sync .",
      "mkdir ab/cd",
      "sync ab",
      "sync .partial/*",
      "link .partial/* ab/cd/x",
      "sync ab/cd",
    ]);
  });

  it("makes directories and files for its own user only, under any umask", async () => {
    const parent = await newDirectory();
    const blobs = createFsBlobStore({ directory: join(parent, "data", "blobs") });
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    await blobs.put(blobKey("ab", "x"), source("x"));
    const modes = await Promise.all(
      ["data", "data/blobs", "data/blobs/.partial", "data/blobs/ab", "data/blobs/ab/x"].map(
        async (path) => [path, ((await stat(join(parent, path))).mode & 0o777).toString(8)] as const,
      ),
    );
    expect(modes.map(([, mode]) => mode)).toEqual(["700", "700", "700", "700", "600"]);
  });

  it("does not recreate its directory after it disappears", async () => {
    const parent = await newDirectory();
    const blobs = createFsBlobStore({ directory: join(parent, "blobs") });
    await blobs.put(blobKey("k"), source("x"));
    await rename(join(parent, "blobs"), join(parent, "elsewhere"));
    await expect(blobs.check()).rejects.toMatchObject({ code: "ENOENT" });
    await expect(blobs.put(blobKey("l"), source("x"))).rejects.toMatchObject({ code: "ENOENT" });
    expect(await readdir(parent)).toEqual(["elsewhere"]);
    await rename(join(parent, "elsewhere"), join(parent, "blobs"));
    await blobs.put(blobKey("l"), source("x"));
    await blobs.check();
  });

  it("does not report a blob as missing while its directory is missing or a file", async () => {
    const parent = await newDirectory();
    const blobs = createFsBlobStore({ directory: join(parent, "blobs") });
    await blobs.put(blobKey("k"), source("x"));
    await rename(join(parent, "blobs"), join(parent, "elsewhere"));
    await expect(blobs.open(blobKey("k"))).rejects.toMatchObject({ code: "ENOENT" });
    await writeFile(join(parent, "blobs"), "");
    await expect(blobs.open(blobKey("k"))).rejects.toMatchObject({ code: "ENOTDIR" });
  });

  it("succeeds at the second attempt after an empty directory was removed", async () => {
    const directory = await newDirectory();
    const blobs = createFsBlobStore({ directory });
    await blobs.put(blobKey("ab", "1"), source("x"));
    await blobs.remove(blobKey("ab", "1"));
    await rm(join(directory, "ab"), { recursive: true });
    await expect(blobs.put(blobKey("ab", "2"), source("x"))).rejects.toMatchObject({ code: "ENOENT" });
    await blobs.put(blobKey("ab", "2"), source("x"));
    expect(await textAt(blobs, blobKey("ab", "2"))).toBe("x");
  });

  it("fails its check if its directory is a file", async () => {
    const directory = join(await newDirectory(), "blobs");
    await writeFile(directory, "");
    await expect(createFsBlobStore({ directory: join(directory, "deeper") }).check()).rejects.toMatchObject({
      code: "ENOTDIR",
    });
  });

  it("fails its check if it may not write", async () => {
    const refused = Object.assign(new Error("permission denied"), { code: "EACCES" });
    const files = { ...nodeFiles, access: () => Promise.reject(refused) };
    await expect(createFsBlobStore({ directory: await newDirectory(), files }).check()).rejects.toBe(refused);
  });

  it("removes a blob with the leftovers of an aborted put of the same key, and nothing else", async () => {
    const directory = await newDirectory();
    const dying = createFsBlobStore({ directory, files: diesBefore("link") });
    await expect(dying.put(blobKey("a"), source("x"))).rejects.toThrow("the process died");
    await expect(dying.put(blobKey("ab"), source("x"))).rejects.toThrow("the process died");
    expect(await readdir(join(directory, ".partial"))).toHaveLength(2);

    const blobs = createFsBlobStore({ directory });
    expect(await keysOf(blobs)).toEqual([]);
    await blobs.remove(blobKey("a"));
    expect(await readdir(join(directory, ".partial"))).toHaveLength(1);
    await blobs.remove(blobKey("ab"));
    expect(await readdir(join(directory, ".partial"))).toEqual([]);
  });

  it("leaves no partial file, whether a put succeeds or fails", async () => {
    const directory = await newDirectory();
    const blobs = createFsBlobStore({ directory });
    await blobs.put(blobKey("k"), source("x"));
    await expect(blobs.put(blobKey("k"), source("y"))).rejects.toMatchObject({ code: "blob_exists" });
    await expect(blobs.put(blobKey("l"), brokenSource())).rejects.toThrow("the source broke");
    expect(await readdir(join(directory, ".partial"))).toEqual([]);
  });

  it.each(["ENOSPC", "EDQUOT"])("throws insufficient_storage on %s and keeps nothing", async (code) => {
    for (const step of ["mkdir", "write", "sync", "link"] as const) {
      const directory = await newDirectory();
      const full = Object.assign(new Error("no space left on device"), { code });
      const blobs = createFsBlobStore({ directory, files: failsAt(step, full) });
      await expect(blobs.put(blobKey("k"), source("x"))).rejects.toMatchObject({
        kind: "insufficient_storage",
        cause: full,
      });
      expect(await createFsBlobStore({ directory }).open(blobKey("k"))).toBeNull();
      if (step !== "mkdir") expect(await readdir(join(directory, ".partial"))).toEqual([]);
    }
  });

  it("keeps nothing if the directory cannot be synced after the link", async () => {
    const directory = await newDirectory();
    const blobs = createFsBlobStore({ directory, files: failsAt("sync after link", new Error("the disk failed")) });
    await expect(blobs.put(blobKey("k"), source("x"))).rejects.toThrow("the disk failed");
    expect(await blobs.open(blobKey("k"))).toBeNull();
  });

  it("takes the time of a blob from its file", async () => {
    const directory = await newDirectory();
    const blobs = createFsBlobStore({ directory });
    await blobs.put(blobKey("old"), source("x"));
    await blobs.put(blobKey("new"), source("x"));
    await utimes(join(directory, "old"), 1_000, 1_000);
    expect(await keysOf(blobs, 1_000_000)).toEqual([]);
    expect(await keysOf(blobs, 1_000_001)).toEqual(["old"]);
  });

  it("lists no file that is not a blob", async () => {
    const directory = await newDirectory();
    const blobs = createFsBlobStore({ directory });
    await blobs.put(blobKey("k"), source("x"));
    await mkdir(join(directory, "lost+found"));
    await writeFile(join(directory, "lost+found", "x"), "");
    await writeFile(join(directory, "README"), "");
    await writeFile(join(directory, ".hidden"), "");
    expect(await keysOf(blobs)).toEqual(["k"]);
  });

  it("reads a large file piece by piece", async () => {
    const blobs = createFsBlobStore({ directory: await newDirectory() });
    await blobs.put(blobKey("k"), source("x".repeat(1_000_000)));
    for await (const chunk of (await blobs.open(blobKey("k"))) ?? [])
      expect(chunk.byteLength).toBeLessThanOrEqual(65_536);
  });
});

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "cartulary-blobs-"));
  directories.push(directory);
  return directory;
}

async function* source(...parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

async function* brokenSource(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("half");
  throw new Error("the source broke");
}

async function keysOf(blobs: BlobStore, olderThan = Number.MAX_SAFE_INTEGER): Promise<readonly BlobKey[]> {
  const keys: BlobKey[] = [];
  for await (const key of blobs.list("", olderThan)) keys.push(key);
  return keys.sort();
}

async function textAt(blobs: BlobStore, key: BlobKey): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await blobs.open(key)) ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** The real file operations; `around` wraps each open file. */
function withFiles(around: (file: OpenFile, path: string, flags: "r" | "wx") => OpenFile): FileOperations {
  return { ...nodeFiles, open: async (path, flags) => around(await nodeFiles.open(path, flags), path, flags) };
}

function countingFiles() {
  let openFiles = 0;
  const files = withFiles((file) => {
    openFiles++;
    return {
      ...bound(file),
      close: async () => {
        openFiles--;
        await file.close();
      },
    };
  });
  return { files, openFiles: () => openFiles };
}

/** Records every operation that changes something or opens a directory to sync it. */
function recordingFiles(root: string, record: string[]): FileOperations {
  const name = (path: string) =>
    (path === root ? "." : path.replace(`${root}/`, "")).replace(/^\.partial\/.*/, ".partial/*");
  const files = withFiles((file, path, flags) => {
    record.push(`${flags === "wx" ? "create" : "open"} ${name(path)}`);
    return {
      ...bound(file),
      write: (...args) => {
        record.push(`write ${name(path)}`);
        return file.write(...args);
      },
      sync: () => {
        record.push(`sync ${name(path)}`);
        return file.sync();
      },
      close: () => {
        record.push(`close ${name(path)}`);
        return file.close();
      },
    };
  });
  return {
    ...files,
    mkdir: (path, options) => {
      record.push(`mkdir ${name(path)}`);
      return nodeFiles.mkdir(path, options);
    },
    link: (from, to) => {
      record.push(`link ${name(from)} ${name(to)}`);
      return nodeFiles.link(from, to);
    },
    unlink: (path) => {
      record.push(`unlink ${name(path)}`);
      return nodeFiles.unlink(path);
    },
  };
}

type FailingStep = "mkdir" | "write" | "sync" | "link" | "sync after link";

function failsAt(failing: FailingStep, error: Error): FileOperations {
  let linked = false;
  const files = withFiles((file, _path, flags) => ({
    ...bound(file),
    write: (...args) => (failing === "write" ? Promise.reject(error) : file.write(...args)),
    sync: () => {
      const fails = (failing === "sync" && flags === "wx") || (failing === "sync after link" && linked);
      return fails ? Promise.reject(error) : file.sync();
    },
  }));
  return {
    ...files,
    mkdir: (path) => (failing === "mkdir" ? Promise.reject(error) : nodeFiles.mkdir(path)),
    link: async (from, to) => {
      if (failing === "link") throw error;
      await nodeFiles.link(from, to);
      linked = true;
    },
  };
}

/** Simulates a process that dies: from that operation on nothing is done, cleanup included. */
function diesBefore(step: "link"): FileOperations {
  const died = () => Promise.reject(new Error("the process died"));
  return { ...nodeFiles, [step]: died, unlink: died };
}

function bound(file: OpenFile): OpenFile {
  return {
    read: (...args) => file.read(...args),
    write: (...args) => file.write(...args),
    stat: () => file.stat(),
    sync: () => file.sync(),
    close: () => file.close(),
  };
}
