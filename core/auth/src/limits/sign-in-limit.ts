import { emailKey } from "@cartulary/directory";
import type { Visitor } from "../visitor.ts";
import type { Limit } from "./sliding-log.ts";

/**
 * Failures that one person may have from one network and from everywhere, and all people together from one network, in a
 * quarter of an hour (auth.md 1.2). Only failures count: what proved right is given back.
 */
export const PASSWORD_FAILURES_MAX = { perNetwork: 10, perPerson: 100, overall: 100, windowMs: 900_000 } as const;

/** Who tries to sign in, from where. */
interface SignIn {
  readonly emailAddress: string;
  readonly visitor: Visitor;
}

/** By what is typed, whether anybody is known by it or not; what can be nobody's address is one person to us. */
export function signInKeys({ emailAddress, visitor }: SignIn): Record<"everywhere" | "here" | "overall", string> {
  const everywhere = `password ${emailKey(emailAddress) ?? ""}`;
  return { everywhere, here: `${everywhere} ${visitor.network}`, overall: `passwords from ${visitor.network}` };
}

/** The limits of one attempt. Where somebody signed in lately, nobody else's failures count: strangers lock nobody out of home. */
export function signInLimits(attempt: SignIn, fromKnownNetwork: boolean): readonly [Limit, ...Limit[]] {
  const { here, everywhere, overall } = signInKeys(attempt);
  const { windowMs, ...max } = PASSWORD_FAILURES_MAX;
  const own = { key: here, max: max.perNetwork, windowMs };
  if (fromKnownNetwork) return [own];
  return [own, { key: everywhere, max: max.perPerson, windowMs }, { key: overall, max: max.overall, windowMs }];
}
