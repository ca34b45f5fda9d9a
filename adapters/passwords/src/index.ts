export { createPasswordHash } from "./password-hash.ts";
