export { type BunChildrenOptions, bunChildren, childrenWithoutWalls } from "./children.ts";
export { bun, serve } from "./serve.ts";
