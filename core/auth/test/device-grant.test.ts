import type { Role, Scope } from "@cartulary/kernel";
import { describe, expect, it } from "vitest";
import {
  type DeviceGrant,
  type DeviceState,
  deviceTransitions,
  grantableScopes,
  pollOutcome,
  requestedScopes,
} from "../src/device/device-grant.ts";

const STATES = Object.keys(deviceTransitions.table) as DeviceState[];
const grant = (state: DeviceState) => ({ state, expiresAt: "2026-01-01T00:15:00.000Z" }) as DeviceGrant;
const [BEFORE, AT] = ["2026-01-01T00:14:59.999Z", "2026-01-01T00:15:00.000Z"] as never[];

describe("a device grant", () => {
  it("changes from pending to a final state only", () => {
    const reached = (state: DeviceState): readonly DeviceState[] => [
      state,
      ...deviceTransitions.table[state].flatMap(reached),
    ];
    expect(new Set(reached("pending"))).toEqual(new Set(STATES));
    for (const end of ["denied", "consumed"] as const) {
      expect(STATES.filter((state) => deviceTransitions.allows(end, state))).toEqual([]);
    }
    expect(deviceTransitions.allows("pending", "consumed")).toBe(false);
  });

  it.each([
    ["consumed", true, ["already_consumed", "already_consumed"]],
    ["consumed", false, ["already_consumed", "already_consumed"]],
    ["denied", true, ["access_denied", "access_denied"]],
    ["approved", false, ["access_denied", "access_denied"]],
    ["approved", true, ["ready", "expired_token"]],
    ["pending", false, ["authorization_pending", "expired_token"]],
  ] as const)(
    "that is %s, with an active approver: %s, returns to polls before and after its expiry %j",
    (state, isApproverActive, outcomes) => {
      expect([
        pollOutcome(grant(state), isApproverActive, BEFORE as never),
        pollOutcome(grant(state), isApproverActive, AT as never),
      ]).toEqual(outcomes);
    },
  );

  it("that does not exist has expired", () => {
    expect(pollOutcome(null, false, BEFORE as never)).toBe("expired_token");
  });

  it.each<[readonly Scope[], Role, readonly string[]]>([
    [["read"], "admin", ["read"]],
    [["write"], "user", ["write", "read"]],
    [["read", "write"], "user", ["read write", "read"]],
    [["read", "write", "admin"], "admin", ["read write admin", "read write", "read"]],
    [["read", "write", "admin"], "manager", ["read write", "read"]],
    [["admin"], "user", ["write", "read"]],
    [["read", "admin"], "super_admin", ["read admin", "read write", "read"]],
  ])("for %j can be lowered by a %s to %j", (requested, role, choices) => {
    expect(grantableScopes(requested, role).map((choice) => choice.join(" "))).toEqual(choices);
    expect(requestedScopes(requested, role, "")?.join(" ")).toBe(choices[0]);
    for (const choice of choices) expect(requestedScopes(requested, role, choice)?.join(" ")).toBe(choice);
    expect(requestedScopes(requested, role, "root")).toBeNull();
    if (!choices[0]?.includes("admin")) expect(requestedScopes(requested, role, "admin")).toBeNull();
  });
});
