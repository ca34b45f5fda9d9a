import { emailKey } from "@cartulary/directory";
import type { RequestSource } from "../request-source.ts";
import type { Limit } from "./sliding-window.ts";

/**
 * Failed sign-ins allowed in a quarter of an hour: per user and network, per user, and per network (auth.md 1.2).
 * Successful attempts are refunded.
 */
export const PASSWORD_FAILURES_MAX = { perNetwork: 10, perPerson: 100, overall: 100, windowMs: 900_000 } as const;

interface SignIn {
  readonly emailAddress: string;
  readonly requestSource: RequestSource;
}

/** Keys by typed address, whether it exists or not; all invalid addresses share one key. */
export function signInKeys({ emailAddress, requestSource }: SignIn): Record<"everywhere" | "here" | "overall", string> {
  const everywhere = `password ${emailKey(emailAddress) ?? ""}`;
  return {
    everywhere,
    here: `${everywhere} ${requestSource.network}`,
    overall: `passwords from ${requestSource.network}`,
  };
}

/**
 * Returns the limits of an attempt. From a known network only its own failures count, so that strangers cannot lock a
 * user out.
 */
export function signInLimits(attempt: SignIn, fromKnownNetwork: boolean): readonly [Limit, ...Limit[]] {
  const { here, everywhere, overall } = signInKeys(attempt);
  const { windowMs, ...max } = PASSWORD_FAILURES_MAX;
  const own = { key: here, max: max.perNetwork, windowMs };
  if (fromKnownNetwork) return [own];
  return [own, { key: everywhere, max: max.perPerson, windowMs }, { key: overall, max: max.overall, windowMs }];
}
