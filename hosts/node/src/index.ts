export type { Listener } from "@cartulary/server";
export { openBody } from "./body.ts";
export { listen, socketAddress } from "./listener.ts";
export { newResponse } from "./response.ts";
export { node, serve } from "./serve.ts";
