export { type Fetcher, type Listener, listen } from "./listener.ts";
export { serve } from "./serve.ts";
