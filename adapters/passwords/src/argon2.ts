import { type Argon2, argon2OfNode } from "./argon2-of-node.ts";

/**
 * The native library, or that of Node.js when npm left out the optional dependencies. Both write the same strings, and each
 * reads those of the other.
 */
export const argon2: Argon2 = await import("@node-rs/argon2").catch((error: Error) => {
  if (argon2OfNode) return argon2OfNode;
  throw new Error("Passwords need the native code of @node-rs/argon2 (npm ci --include=optional), or Node.js 24.7", {
    cause: error,
  });
});
