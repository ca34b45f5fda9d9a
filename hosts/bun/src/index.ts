export { type BunChildrenOptions, bunChildren, childrenWithoutWalls } from "./children.ts";
export { serve } from "./serve.ts";
