export { systemClock, systemTimer } from "./clock.ts";
export { createDigests, createSecrets } from "./digests.ts";
export { newId } from "./random.ts";
