import { createPasswordHash } from "@cartulary/passwords";

/** Hashes passwords as hosts do, with a hundredth of the work: those of tests are no secrets. */
export const passwordHash = createPasswordHash({ memoryCost: 256, timeCost: 1 });
