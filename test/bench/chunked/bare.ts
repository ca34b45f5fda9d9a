import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/**
 * A bare server with the least work on chunks: it writes and syncs each on arrival, digested twice on the way, and then
 * all of them as one file. It stores no records, authenticates no caller,
 * and prints its URL on stdout. Its one argument is a directory.
 */
const directory = process.argv[2] ?? "";
await mkdir(directory, { recursive: true });

interface Digested {
  readonly byteSize: number;
  readonly md5: string;
  readonly sha256: string;
}

async function write(path: string, bytes: AsyncIterable<Uint8Array>): Promise<Digested> {
  const [md5, sha256] = [createHash("md5"), createHash("sha256")];
  const partial = `${path}.${randomUUID()}`;
  const file = await open(partial, "wx");
  let byteSize = 0;
  for await (const piece of bytes) {
    md5.update(piece);
    sha256.update(piece);
    byteSize += piece.byteLength;
    await file.write(piece);
  }
  await file.sync();
  await file.close();
  await rename(partial, path);
  await sync(directory);
  return { byteSize, md5: md5.digest("base64"), sha256: sha256.digest("hex") };
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync();
  await handle.close();
}

async function* chunks(total: number): AsyncGenerator<Uint8Array> {
  for (let number = 1; number <= total; number += 1) {
    const file = await open(join(directory, `${number}`), "r");
    yield* file.createReadStream({ highWaterMark: PIECE_BYTES });
  }
}

/** As the product reads. */
const PIECE_BYTES = 65_536;

async function answer(request: IncomingMessage): Promise<Digested> {
  const { method, url = "" } = request;
  const number = url.split("/").at(-1) ?? "";
  if (method === "PATCH") return write(join(directory, number), request);
  const whole = await write(join(directory, "whole"), chunks(Number(number)));
  for (let each = 1; each <= Number(number); each += 1) await rm(join(directory, `${each}`));
  return whole;
}

const server = createServer((request, response) => {
  answer(request).then(
    (digested) => response.end(JSON.stringify(digested)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
