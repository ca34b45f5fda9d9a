export { createAssertionVerifier, type IdentityProvider } from "./assertion-verifier.ts";
export { type KeySource, keysOf, readKeySet, sharedSecret } from "./key-source.ts";
