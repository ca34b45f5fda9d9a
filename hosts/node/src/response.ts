import type { Runtime } from "@cartulary/server";
import { getRequestListener } from "@hono/node-server";

/** Makes responses that {@link listen} sends as they stand: no header is sorted, and no text becomes a stream. */
export const newResponse: NonNullable<Runtime["newResponse"]> = Object.assign(
  (...parts: Parameters<NonNullable<Runtime["newResponse"]>>) => new ListenersResponse(...parts),
  { byteLength: (text: string) => Buffer.byteLength(text) },
);

/**
 * The library hands its own class out only by putting it in the place of the global one. That is undone here at once:
 * the globals belong to whoever embeds us.
 */
const ListenersResponse = listenersResponse();

function listenersResponse(): typeof Response {
  const names = ["Request", "Response"] as const;
  const descriptors = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  getRequestListener(() => new Response());
  const found = globalThis.Response;
  for (const [name, descriptor] of descriptors) if (descriptor) Object.defineProperty(globalThis, name, descriptor);
  return found;
}
