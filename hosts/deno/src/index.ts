export { denoChildren } from "./children.ts";
export { serve } from "./serve.ts";
