/**
 * Failures that one person may have from one network and from everywhere, and all people together from one network, in a
 * quarter of an hour (auth.md 1.2).
 */
export const PASSWORD_FAILURES_MAX = { perNetwork: 10, perPerson: 100, overall: 100, windowMs: 900_000 } as const;
