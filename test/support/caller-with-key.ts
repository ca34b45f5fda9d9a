import { type Caller, type Instant, instantOf } from "@cartulary/kernel";

/** A caller whose request has an Idempotency-Key, and how often it was answered as before. */
export function keyed(
  caller: Caller,
  key: string,
  receivedAt: Instant = instantOf(Date.now()),
): { readonly caller: Caller; readonly replays: () => number } {
  let count = 0;
  const sealing = { encrypt: async (text: string) => text, decrypt: async (text: string) => text };
  const replayed = () => {
    count += 1;
  };
  const idempotency = { key, scope: "test", fingerprint: "the same", receivedAt, onReplay: replayed, cipher: sealing };
  return { caller: { ...caller, idempotency }, replays: () => count };
}
