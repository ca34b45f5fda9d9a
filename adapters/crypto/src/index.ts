export { systemClock, systemTimer } from "./clock.ts";
export { createDigests, createSecrets } from "./digests.ts";
export { newId } from "./random.ts";
export { sealingUnder } from "./reply-cipher.ts";
