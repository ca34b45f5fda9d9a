export { type BunChildrenOptions, bunChildren } from "./children.ts";
export { serve } from "./serve.ts";
