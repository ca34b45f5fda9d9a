import { effectiveScopes, ROLES, roleAllows, SCOPES, type Scope, scopesGrant } from "@cartulary/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseScopes, scopesFor, writeScopes } from "../src/index.ts";

describe("a requested scope", () => {
  it("is parsed without duplicates, weakest first", () => {
    expect(parseScopes("write read read  write")).toEqual(["read", "write"]);
    expect(parseScopes("admin")).toEqual(["admin"]);
    expect(parseScopes("  ")).toEqual([]);
  });

  it.each(["read,write", "root", "read root", "READ", "read\twrite", "read\u0000"])("is unknown: %j", (text) => {
    expect(parseScopes(text)).toBeNull();
  });

  it("is parsed back from its text", () => {
    fc.assert(
      fc.property(fc.subarray([...SCOPES]), (scopes) => {
        expect(parseScopes(writeScopes(scopes))).toEqual(scopes);
      }),
    );
  });
});

describe("the scope of an application", () => {
  const scopes: readonly Scope[] = ["read", "write", "admin"];
  const first = { scopes, defaultScopes: ["read", "write"] as const };

  it("is its default when the request has none", () => {
    expect(scopesFor(first, null)).toEqual(["read", "write"]);
    expect(scopesFor(first, " ")).toEqual(["read", "write"]);
  });

  it("is never admin by default", () => {
    expect(scopesFor({ scopes, defaultScopes: ["read", "admin"] }, null)).toEqual(["read"]);
    expect(scopesFor({ scopes, defaultScopes: ["admin"] }, null)).toEqual(["read"]);
    expect(scopesFor({ scopes, defaultScopes: [] }, null)).toEqual(["read"]);
    expect(scopesFor(first, "admin")).toEqual(["admin"]);
  });

  it("is null for unknown scopes and for more than it may have", () => {
    expect(scopesFor({ scopes: ["read"], defaultScopes: ["read"] }, "read write")).toBeNull();
    expect(scopesFor({ scopes: ["write"], defaultScopes: ["write"] }, "read")).toEqual(["read"]);
    expect(scopesFor(first, "root")).toBeNull();
  });
});

describe("a role", () => {
  it.each(ROLES)("%s allows admin only if it is an administrator role", (role) => {
    expect(roleAllows(role, ["read", "admin"])).toBe(role === "admin" || role === "super_admin");
    expect(roleAllows(role, ["read", "write"])).toBe(true);
  });

  it("that is no longer an administrator reduces its tokens to read and write", () => {
    expect(effectiveScopes("manager", ["admin"])).toEqual(["read", "write"]);
    expect(effectiveScopes("admin", ["read", "admin"])).toEqual(["read", "admin"]);
  });

  it("never adds a scope to a token", () => {
    fc.assert(
      fc.property(fc.constantFrom(...ROLES), fc.subarray([...SCOPES]), (role, scopes) => {
        for (const scope of SCOPES) {
          if (scopesGrant(effectiveScopes(role, scopes), scope)) expect(scopesGrant(scopes, scope)).toBe(true);
        }
      }),
    );
  });
});
