import type { Role, Scope } from "@cartulary/kernel";
import { describe, expect, it } from "vitest";
import {
  chosenScopes,
  DEVICE_TRANSITIONS,
  type DeviceGrant,
  type DeviceState,
  grantableScopes,
  mayBecome,
  pollOutcome,
} from "../src/device/device-grant.ts";

const STATES = Object.keys(DEVICE_TRANSITIONS) as DeviceState[];
const grant = (state: DeviceState) => ({ state, expiresAt: "2026-01-01T00:15:00.000Z" }) as DeviceGrant;
const [BEFORE, AT] = ["2026-01-01T00:14:59.999Z", "2026-01-01T00:15:00.000Z"] as never[];

describe("a device grant", () => {
  it("goes from pending to an end, and nowhere from there", () => {
    const reached = (state: DeviceState): readonly DeviceState[] => [
      state,
      ...DEVICE_TRANSITIONS[state].flatMap(reached),
    ];
    expect(new Set(reached("pending"))).toEqual(new Set(STATES));
    for (const end of ["denied", "consumed"] as const) {
      expect(STATES.filter((state) => mayBecome(end, state))).toEqual([]);
    }
    expect(mayBecome("pending", "consumed")).toBe(false);
  });

  it.each([
    ["consumed", true, ["already_consumed", "already_consumed"]],
    ["consumed", false, ["already_consumed", "already_consumed"]],
    ["denied", true, ["access_denied", "access_denied"]],
    ["approved", false, ["access_denied", "access_denied"]],
    ["approved", true, ["ready", "expired_token"]],
    ["pending", false, ["authorization_pending", "expired_token"]],
  ] as const)(
    "that is %s, its approver standing: %s, tells polls before and after its time %j",
    (state, stands, reportOf) => {
      expect([
        pollOutcome(grant(state), stands, BEFORE as never),
        pollOutcome(grant(state), stands, AT as never),
      ]).toEqual(reportOf);
    },
  );

  it("that is none is one whose time is over", () => {
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
    expect(chosenScopes(requested, role, "")?.join(" ")).toBe(choices[0]);
    for (const choice of choices) expect(chosenScopes(requested, role, choice)?.join(" ")).toBe(choice);
    expect(chosenScopes(requested, role, "root")).toBeNull();
    if (!choices[0]?.includes("admin")) expect(chosenScopes(requested, role, "admin")).toBeNull();
  });
});
