export { type Fetcher, type Listener, listen } from "./listener.ts";
export { type Address, serve } from "./serve.ts";
export { type Fetcher, type Listener, listen, socketAddress } from "./listener.ts";
export { serve } from "./serve.ts";
