import { type Argon2, argon2OfNode } from "./argon2-of-node.ts";

/**
 * The native library, or Node.js' own implementation if the optional dependency is not installed. Both use the same PHC
 * strings.
 */
export const argon2: Argon2 = await import("@node-rs/argon2").catch((error: Error) => {
  if (argon2OfNode) return argon2OfNode;
  throw new Error("Passwords need the native code of @node-rs/argon2 (npm ci --include=optional), or Node.js 24.7", {
    cause: error,
  });
});
