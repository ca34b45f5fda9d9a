export { type Fetcher, type Listener, listen, socketAddress } from "./listener.ts";
export { type Address, serve } from "./serve.ts";
