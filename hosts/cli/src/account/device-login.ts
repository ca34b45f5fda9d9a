import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";
import { ClientError, createClient } from "@cartulary/wire";
import type { Login } from "./logins.ts";
import { codeOf, networkCode } from "./refusals.ts";

/** What somebody has to do to log in: open the address, and see that the page shows this code. */
export interface Approval {
  readonly address: string;
  readonly userCode: string;
}

/** Who approved. */
export interface Approver {
  readonly id: string;
  readonly emailAddress: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

const LEAST_INTERVAL_SECONDS = 1;

/**
 * Logs in by the device flow (auth.md 1.7): `show` is told where to approve it, and the answer comes once somebody has,
 * with a token that may read and write, as far as he agreed to it.
 */
export async function deviceLogin(
  url: string,
  show: (approval: Approval) => Promise<void>,
): Promise<{ readonly login: Login; readonly user: Approver }> {
  const client = createClient({ baseUrl: url });
  const tokenName = newTokenName();
  const started = await client.startDeviceFlow({ body: { clientName: tokenName, scope: "read write" } });
  await show({ address: started.verificationUriComplete, userCode: started.userCode });
  const { accessToken, expiresIn, user } = await pollUntilDecided(started, () =>
    client.pollDeviceFlow({ body: { deviceCode: started.deviceCode } }),
  );
  const expiresAt = new Date(Date.now() + expiresIn * 1000).toISOString();
  return { login: { url, token: accessToken, tokenName, emailAddress: user.emailAddress, expiresAt }, user };
}

/** Which machine it is for, and which of its logins: no other token has this name, so that `logout` ends this one. */
function newTokenName(): string {
  const machine =
    hostname()
      .replace(/[^\w.-]/g, "")
      .slice(0, 60) || "this machine";
  return `cartulary on ${machine} (${randomBytes(4).toString("hex")})`;
}

interface Pace {
  /** Seconds between two polls. */
  readonly interval: number;
  /** Seconds until there is nothing to come for. */
  readonly expiresIn: number;
}

/** Polls until somebody approved, or refused, or too much time went by. A connection that breaks is asked again. */
async function pollUntilDecided<Answer>({ interval, expiresIn }: Pace, poll: () => Promise<Answer>): Promise<Answer> {
  const ends = performance.now() + expiresIn * 1000;
  let seconds = Math.max(interval, LEAST_INTERVAL_SECONDS);
  while (performance.now() < ends) {
    await setTimeout(seconds * 1000);
    try {
      return await poll();
    } catch (error) {
      if (isFinal(error)) throw new Error(FINAL[codeOf(error) ?? ""] ?? messageOf(error), { cause: error });
      seconds = Math.max(seconds, retryAfter(error));
    }
  }
  throw new Error(FINAL.expired_token);
}

const FINAL: Readonly<Record<string, string>> = {
  expired_token: "nobody approved in time: log in again",
  access_denied: "it was refused: nobody is logged in",
  already_consumed:
    "the token went to somebody else, or got lost on its way: end it at /settings/tokens and log in again",
};

/** What no later poll makes good. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof ClientError)) return networkCode(error) === null;
  return codeOf(error) !== "authorization_pending" && error.status < 500 && error.status !== 429;
}

const retryAfter = (error: unknown): number =>
  error instanceof ClientError ? Number(error.headers.get("retry-after") ?? 0) || 0 : 0;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
