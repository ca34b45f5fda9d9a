import { createReadStream, createWriteStream } from "node:fs";
import * as nodeFiles from "node:fs/promises";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { BackupFileState, BackupFolder } from "@cartulary/kernel";
import { durableDirectories, syncDirectory } from "./durable-directories.ts";
import { isCode, nullIfMissing, unlinkIfThere } from "./file-operations.ts";
import { createFsBlobStore } from "./fs-blob-store.ts";

const DRAFT = ".partial";
const LOCK = "backup.lock";
const LINE_MAX = 65_536;

/** Writes a backup to a folder of this machine, which only its owner can access. Blobs are below `blobs`, by key. */
export function createFsBackupFolder({ directory }: { readonly directory: string }): BackupFolder {
  const root = resolve(directory);
  const path = (fileName: string, state: BackupFileState) =>
    join(root, state === "draft" ? `${fileName}${DRAFT}` : fileName);
  const read = async (fileName: string, state: BackupFileState) => {
    const found = path(fileName, state);
    return (await nullIfMissing(nodeFiles.stat(found))) && createReadStream(found);
  };
  return {
    blobs: createFsBlobStore({ directory: join(root, "blobs") }),
    path,
    read,

    async begin() {
      await durableDirectories(nodeFiles, root).prepare();
      await takeLock(join(root, LOCK));
      for (const name of await nodeFiles.readdir(root)) {
        if (name.endsWith(DRAFT)) await unlinkIfThere(nodeFiles, join(root, name));
      }
    },

    async end() {
      await unlinkIfThere(nodeFiles, join(root, LOCK));
    },

    async readLines(fileName, state) {
      const bytes = await read(fileName, state);
      return bytes && linesOf(bytes);
    },

    async writeLines(fileName, lines) {
      const target = createWriteStream(path(fileName, "draft"), { flags: "wx", mode: 0o600, flush: true });
      await pipeline(Readable.from(endLines(lines)), target);
    },

    async publish(fileNames) {
      const last = fileNames.at(-1);
      if (last !== undefined && (await unlinkIfThere(nodeFiles, path(last, "published")))) {
        await syncDirectory(nodeFiles, root);
      }
      for (const name of fileNames) {
        await nodeFiles.rename(path(name, "draft"), path(name, "published"));
        await syncDirectory(nodeFiles, root);
      }
    },
  };
}

/** Creates the lock with this process's name. A lock whose process of this machine has ended is replaced. */
async function takeLock(path: string): Promise<void> {
  const owner = `${process.pid} ${hostname()}`;
  for (;;) {
    try {
      await nodeFiles.writeFile(path, owner, { flag: "wx", mode: 0o600 });
      return;
    } catch (error) {
      if (!isCode(error, "EEXIST")) throw error;
    }
    const other = (await nullIfMissing(nodeFiles.readFile(path, "utf8"))) ?? "";
    if (!hasEnded(other))
      throw new Error(`${path} exists: process ${other} backs up to this folder; remove the file if it does not`);
    await unlinkIfThere(nodeFiles, path);
  }
}

function hasEnded(owner: string): boolean {
  const [pid = "", host] = owner.split(" ");
  if (host !== hostname() || Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return isCode(error, "ESRCH");
  }
}

/** Lines of one write: a line each would cost a call for every blob. */
const LINES_BATCH = 1_000;

async function* endLines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let batch: string[] = [];
  for await (const line of lines) {
    if (batch.push(`${line}\n`) < LINES_BATCH) continue;
    yield batch.join("");
    batch = [];
  }
  yield batch.join("");
}

async function* linesOf(bytes: Readable): AsyncGenerator<string> {
  let rest = "";
  for await (const text of bytes.setEncoding("utf8")) {
    const lines = `${rest}${text}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield bounded(line);
    bounded(rest);
  }
  if (rest !== "") yield rest;
}

function bounded(line: string): string {
  if (line.length > LINE_MAX) throw new Error(`A line has more than ${LINE_MAX} characters`);
  return line;
}
