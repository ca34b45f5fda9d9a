#!/usr/bin/env node
// In a clone: the sources, on the project's Node.js, which is installed first if need be. Published: what was built.
import { existsSync } from "node:fs";

const onNode = new URL("../../node/bin/on-node.mjs", import.meta.url);
if (existsSync(onNode)) {
  process.argv.splice(2, 0, "hosts/cli/src/cartulary.ts");
  await import(onNode.href);
} else {
  await import(new URL("../dist/cartulary.js", import.meta.url).href);
}
