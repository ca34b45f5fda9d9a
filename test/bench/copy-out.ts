import { type Client, Query } from "pg";

/** Runs `COPY … TO STDOUT` and counts the bytes that come: the fastest way out of the server. */
export function copyOut(client: Client, query: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const copy = Object.assign(new Query(`copy (${query}) to stdout`), {
    bytes: 0,
    handleCopyData({ chunk }: { readonly chunk: Uint8Array }) {
      copy.bytes += chunk.byteLength;
    },
  });
  copy.on("end", () => resolve(copy.bytes));
  copy.on("error", reject);
  client.query(copy);
  return promise;
}
