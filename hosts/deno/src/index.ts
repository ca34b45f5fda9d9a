export { denoChildren } from "./children.ts";
export { deno, serve } from "./serve.ts";
