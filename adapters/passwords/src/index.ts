export { createPasswordHash, type PasswordCost } from "./password-hash.ts";
