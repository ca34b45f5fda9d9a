export { type Fetcher, type Listener, listen } from "./listener.ts";
export { type Address, serve } from "./serve.ts";
