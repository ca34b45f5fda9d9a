import { z } from "zod";
import { integer, text, uuid } from "../fields.ts";
import { operations } from "../operation.ts";
import { record, requiredByOperation } from "../record.ts";

/** Base path for programs without a browser. */
export const DEVICE_BASE = "/api/v1/cli/auth";

export const DeviceAuthorizationRequest = record("DeviceAuthorizationRequest", {
  /** 1 to 100 characters. */
  clientName: text().exactOptional(),
  /** Space-separated; `read` when absent. */
  scope: text().exactOptional(),
});

/** The codes that the program shows and polls with. */
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

export const DevicePollRequest = record("DevicePollRequest", {
  deviceCode: requiredByOperation(text().exactOptional()),
});

/** The user who approved. */
export const DeviceUser = record("DeviceUser", {
  id: uuid<"User">(),
  emailAddress: text(),
  firstName: text().nullable(),
  lastName: text().nullable(),
});

/** A personal access token, shown once. */
export const DevicePollResponse = record("DevicePollResponse", {
  accessToken: text(),
  tokenType: z.literal("Bearer"),
  /** Seconds. */
  expiresIn: integer(),
  user: DeviceUser,
});

/** The device flow (auth.md 1.7), except its page. */
export const deviceOperations = operations({
  startDeviceFlow: {
    method: "post",
    path: `${DEVICE_BASE}/device`,
    tag: "oauth",
    summary: "Request a code that a user approves in a browser (RFC 8628)",
    scope: "none",
    body: DeviceAuthorizationRequest,
    replies: { 200: DeviceAuthorization },
  },
  pollDeviceFlow: {
    method: "post",
    path: `${DEVICE_BASE}/device/poll`,
    tag: "oauth",
    summary: "Poll for the token: authorization_pending until approval, already_consumed (410) afterwards",
    scope: "none",
    body: DevicePollRequest,
    replies: { 200: DevicePollResponse },
  },
});
