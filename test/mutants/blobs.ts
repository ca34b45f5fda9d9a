import { type Mutant, mutantsOf } from "./mutant.ts";

const COLLECTION = "durability/blob-collection";
const FS = "adapters/blobs-fs/src";
const POWER = "adapters/blobs-fs/test/power-cut";
const S3 = "adapters/blobs-s3/src/s3-blob-store.ts";
const BUCKET = "adapters/blobs-s3/test/s3-blob-store";

/** Bugs of bytes: lost, never removed, partial, or visible to other users. */
export const blobMutants: readonly Mutant[] = mutantsOf({
  "core/blobs/src/blobs.ts": [
    [
      "a record goes before its bytes",
      "await blobStore.remove(key);\n    await transact.write(({ blobs }) => blobs.forget(key));",
      "await transact.write(({ blobs }) => blobs.forget(key));\n    await blobStore.remove(key);",
      COLLECTION,
    ],
    [
      "one that cannot be removed keeps the others",
      "await work(item).catch((error: unknown) => failures.push(error));",
      "await work(item);",
      COLLECTION,
    ],
    [
      "bytes of a running upload are collected as strays",
      "secondsAfter(clock.now(), -ORPHAN_GRACE_SECONDS)",
      "clock.now()",
      COLLECTION,
    ],
    [
      "a sender that breaks off is the store's failure",
      "if (measure.sourceFailed()) return measure.sourceError();",
      "",
      "http/hostile-sockets",
      "http/hostile-files",
      COLLECTION,
    ],
    [
      "bytes that were refused wait for the collection",
      'if (await discardKey(key)) await removeBlob(key).catch(() => "collected later");',
      "await discardKey(key);",
      COLLECTION,
    ],
    [
      "a collection does not stop",
      "await eachOf(keys, async (key) => {\n          throwIfCancelled(stop);",
      "await eachOf(keys, async (key) => {",
      COLLECTION,
      "host/jobs",
    ],
  ],
  "core/blobs/src/digesting-stream.ts": [
    [
      "the head of a file begins anywhere",
      "head.set(chunk.subarray(0, HEAD_BYTES - byteSize), byteSize)",
      "head.set(chunk.subarray(0, HEAD_BYTES), 0)",
      "core/blobs/test/digesting-stream",
    ],
    [
      "the digest leaves out",
      "digest.update(chunk);",
      "if (byteSize > 0 && chunk.byteLength > 1) digest.update(chunk);",
      "core/blobs/test/digesting-stream",
    ],
  ],
  "core/blobs/src/utf8-check.ts": [
    ["half a character is UTF-8", "isValid && missing === 0", "isSound", "core/blobs/test/digesting-stream"],
    ["surrogates are UTF-8", "[0xed, 0x9f],", "", "core/blobs/test/digesting-stream"],
  ],
  "core/blobs/src/verification.ts": [
    ["verification reads no bytes", "return found === sha256 ? null", "return found ? null", "verification-bytes"],
    [
      "verification does not count who holds a blob",
      "page.filter(({ holders: counted, rows }) => counted !== rows)",
      "page.filter(({ holders: counted }) => counted < 0)",
      "verification",
      "verification-bytes",
    ],
    [
      "verification reads no sizes",
      "if (measure.byteSize() !== byteSize) {",
      "if (measure.byteSize() < 0) {",
      "verification-bytes",
    ],
  ],
  "adapters/sql/src/blobs/blob-records.ts": [
    [
      "bytes are collected before their time",
      '.where("collect_after", "<=", dialect.instant(now))\n        .orderBy',
      ".orderBy",
      "adapters/sqlite/test/contracts",
    ],
    [
      "a staged blob is held twice",
      '    .where("state", "=", sql.lit("staged"))\n',
      "",
      "adapters/sqlite/test/contracts",
    ],
  ],
  [`${FS}/fs-blob-store.ts`]: [
    [
      "a file begins again with every piece",
      "gathered = 0;\n        await writeAll(file, chunk);",
      "await writeAll(file, chunk);",
      "adapters/blobs-fs/test/fs-blob-store",
    ],
    ["a power cut leaves a name without bytes", "await file.sync();\n", "", POWER],
    [
      "a power cut takes the name",
      "const syncing = syncDirectory(files, dirname(path), naming);",
      "const syncing = naming;",
      POWER,
    ],
    [
      "a directory is synced before the name is in it",
      "syncDirectory(files, dirname(path), naming)",
      "syncDirectory(files, dirname(path))",
      POWER,
    ],
    [
      "what has its name is not waited for until it lasts",
      "await Promise.allSettled([\n    naming,\n    syncing,",
      "await Promise.allSettled([\n    naming,",
      POWER,
    ],
    [
      "what could not be made to last stays",
      "await unlinkIfThere(files, path).catch(() => {});",
      "",
      "adapters/blobs-fs/test/fs-blob-store",
    ],
    [
      "a removal comes back after a power cut",
      "if (await unlinkIfThere(files, pathOf(key))) await syncDirectory(files, dirname(pathOf(key)));",
      "await unlinkIfThere(files, pathOf(key));",
      POWER,
    ],
    [
      "others read the files",
      'open(path, "wx", 0o600)',
      'open(path, "wx", 0o644)',
      "adapters/blobs-fs/test/fs-blob-store",
    ],
    [
      "a full device is a bug",
      'isCode(error, "ENOSPC", "EDQUOT") ? insufficientStorage(error) : error',
      "error",
      "adapters/blobs-fs/test/fs-blob-store",
    ],
    [
      "a key that is taken is a bug",
      'isCode(linked.reason, "EEXIST") ? new BlobExistsError(key) : linked.reason',
      "linked.reason",
      "adapters/blobs-fs/test/fs-blob-store",
    ],
    [
      "where the store is gone, blobs are",
      "if (!found) await directories.verify();",
      "",
      "adapters/blobs-fs/test/fs-blob-store",
    ],
    [
      "what did not get whole stays",
      "await unlinkIfThere(files, partial).catch(() => {});",
      "",
      "adapters/blobs-fs/test/fs-blob-store",
    ],
  ],
  [`${FS}/durable-directories.ts`]: [
    [
      "a power cut takes the directory",
      "await syncDirectory(files, dirname(path));\n}\n\n/**\n * Syncs a directory",
      "}\n\n/**\n * Syncs a directory",
      POWER,
    ],
    ["others look into the directory", "mode: 0o700", "mode: 0o755", "adapters/blobs-fs/test/fs-blob-store"],
  ],
  [`${FS}/file-stream.ts`]: [
    [
      "a file that is read in part stays open",
      "async return() {\n      await close();",
      "async return() {",
      "adapters/blobs-fs/test/fs-blob-store",
    ],
    [
      "more is read than memory was lent for",
      "memory?.byteLength ?? CHUNK_BYTES",
      "PIECE_BYTES",
      "adapters/blobs-fs/test/fs-blob-store",
    ],
    [
      "a piece ends where the memory does",
      "return bytesRead > 0 ? buffer.subarray(0, bytesRead) : null;",
      "return bytesRead > 0 ? buffer : null;",
      "adapters/blobs-fs/test/fs-blob-store",
    ],
  ],
  [S3]: [
    ["a piece is sent after its memory was used again", "yield Buffer.from(chunk);", "yield chunk;", BUCKET],
    ["the second of two puts wins", 'IfNoneMatch: "*" }', "}", BUCKET],
    [
      "a large put replaces the present object",
      "throwIfExists(client, object, key)",
      "Promise.resolve(void throwIfExists)",
      BUCKET,
    ],
    ["the parts of a put that died stay", "await abortUploads(client, objectOf(key));", "", BUCKET],
    [
      "what was put just now is listed as old",
      "LastModified.getTime() < olderThan",
      "LastModified.getTime() < Infinity",
      BUCKET,
    ],
    ["a full bucket is a bug", "throw isFull(error) ? insufficientStorage(error) : error;", "throw error;", BUCKET],
    [
      "a range beyond the end is a bug",
      'if (isNamed(error, "InvalidRange")) return toSingleUseStream(Readable.from([]));',
      "",
      BUCKET,
    ],
  ],
  "adapters/blobs-s3/src/s3-client.ts": [
    [
      "credentials stand in the URL",
      "if (url.username || url.password) {",
      "if (!url.host) {",
      "adapters/blobs-s3/test/s3-client",
    ],
  ],
  "adapters/blobs-s3/src/single-use-stream.ts": [
    ["a cancelled download holds its connection", "stream.destroy();", "", BUCKET],
  ],
});
