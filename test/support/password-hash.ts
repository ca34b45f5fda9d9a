import { createPasswordHash } from "@cartulary/passwords";

/** As hosts hash passwords, but for a hundredth of the work: nobody has to guess those of tests. */
export const passwordHash = createPasswordHash({ memoryCost: 256, timeCost: 1 });
