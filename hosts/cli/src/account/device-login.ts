import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";
import { ApiError, createClient } from "@cartulary/client";
import { codeOf, networkCode } from "./error-messages.ts";
import type { Login } from "./logins.ts";

/** The instructions for the user: open the address and compare the code. */
export interface Approval {
  readonly address: string;
  readonly userCode: string;
}

/** The user who approved the login. */
export interface Approver {
  readonly id: string;
  readonly emailAddress: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

const LEAST_INTERVAL_SECONDS = 1;

/**
 * Logs in by the device flow (auth.md 1.7). Calls `show` with the approval address; returns a token for reading and
 * writing, as far as the user granted it.
 */
export async function deviceLogin(
  url: string,
  show: (approval: Approval) => Promise<void>,
): Promise<{ readonly login: Login; readonly user: Approver }> {
  const client = createClient({ baseUrl: url, retries: 0 });
  const tokenName = newTokenName();
  const started = await client.startDeviceFlow({ client_name: tokenName, scope: "read write" });
  await show({ address: started.verification_uri_complete, userCode: started.user_code });
  const times = { interval: started.interval, expiresIn: started.expires_in };
  const granted = await pollUntilDecided(times, () => client.pollDeviceFlow({ device_code: started.device_code }));
  const expiresAt = new Date(Date.now() + granted.expires_in * 1000).toISOString();
  const { id, email_address: emailAddress, first_name: firstName, last_name: lastName } = granted.user;
  const login = { url, token: granted.access_token, tokenName, emailAddress, expiresAt };
  return { login, user: { id, emailAddress, firstName, lastName } };
}

/** Names the machine and the login. The name is unique, so that `logout` revokes this token. */
function newTokenName(): string {
  const machine =
    hostname()
      .replace(/[^\w.-]/g, "")
      .slice(0, 60) || "this machine";
  return `cartulary on ${machine} (${randomBytes(4).toString("hex")})`;
}

interface PollTimes {
  readonly interval: number;
  /** Seconds until the login expires. */
  readonly expiresIn: number;
}

/** Polls until the user approves or denies, or the login expires. Retries lost connections. */
async function pollUntilDecided<Reply>({ interval, expiresIn }: PollTimes, poll: () => Promise<Reply>): Promise<Reply> {
  const deadline = performance.now() + expiresIn * 1000;
  let seconds = Math.max(interval, LEAST_INTERVAL_SECONDS);
  while (performance.now() < deadline) {
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
  expired_token: "the login was not approved in time; log in again",
  access_denied: "the login was denied",
  already_consumed: "the token was already fetched or was lost; revoke it at /settings/tokens and log in again",
};

/** True when polling again cannot succeed. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return networkCode(error) === null;
  return codeOf(error) !== "authorization_pending" && error.status < 500 && error.status !== 429;
}

const retryAfter = (error: unknown): number => (error instanceof ApiError ? (error.retryAfterMs ?? 0) / 1000 : 0);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
