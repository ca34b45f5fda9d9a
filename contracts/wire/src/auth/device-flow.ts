import { z } from "zod";
import { integer, text, uuid } from "../fields.ts";
import { operations } from "../operation.ts";
import { needed, record } from "../record.ts";

/** Where programs without a browser get their tokens. */
export const DEVICE_BASE = "/api/v1/cli/auth";

/** What a program says of itself when it begins. */
export const DeviceAuthorizationRequest = record("DeviceAuthorizationRequest", {
  /** 1 to 100 characters. */
  clientName: text().exactOptional(),
  /** Space-separated; `read` when absent. */
  scope: text().exactOptional(),
});

/** What it shows, and what it polls with. */
export const DeviceAuthorization = record("DeviceAuthorization", {
  deviceCode: text(),
  /** `BCDF-GHJK`. */
  userCode: text(),
  verificationUri: text(),
  verificationUriComplete: text(),
  /** Seconds. */
  expiresIn: integer(),
  /** Seconds. */
  interval: integer(),
});

/** What a poll brings. */
export const DevicePollRequest = record("DevicePollRequest", {
  deviceCode: needed(text().exactOptional()),
});

/** Who approved. */
export const DeviceUser = record("DeviceUser", {
  id: uuid<"User">(),
  emailAddress: text(),
  firstName: text().nullable(),
  lastName: text().nullable(),
});

/** A personal access token, told this once. */
export const DevicePollResponse = record("DevicePollResponse", {
  accessToken: text(),
  tokenType: z.literal("Bearer"),
  /** Seconds. */
  expiresIn: integer(),
  user: DeviceUser,
});

/** The device flow (auth.md 1.7), without its page. */
export const deviceOperations = operations({
  startDeviceFlow: {
    method: "post",
    path: `${DEVICE_BASE}/device`,
    tag: "oauth",
    summary: "Ask for a code that somebody approves in a browser (RFC 8628)",
    scope: "none",
    body: DeviceAuthorizationRequest,
    replies: { 200: DeviceAuthorization },
  },
  pollDeviceFlow: {
    method: "post",
    path: `${DEVICE_BASE}/device/poll`,
    tag: "oauth",
    summary: "Come for the token: authorization_pending until somebody approved, already_consumed (410) afterwards",
    scope: "none",
    body: DevicePollRequest,
    replies: { 200: DevicePollResponse },
  },
});
