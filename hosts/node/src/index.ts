export type { Listener } from "@cartulary/server";
export { openBody } from "./body.ts";
export { type ListenOptions, listen, type StopAccepting, socketAddress } from "./listener.ts";
export { node, serve } from "./serve.ts";
