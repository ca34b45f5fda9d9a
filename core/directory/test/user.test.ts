import type { Instant, UserId } from "@cartulary/kernel";
import { describe, expect, it } from "vitest";
import { newUser, type UserInput, userErrors } from "../src/index.ts";
import { changedFields, changedUser } from "../src/user.ts";

const id = "018f0000-0000-7000-8000-000000000001" as UserId;
const now = "2026-01-01T00:00:00.000Z" as Instant;
const later = "2026-01-02T00:00:00.000Z" as Instant;
const made = (input: UserInput) => newUser(input, { id, now });
const codes = (input: UserInput) => userErrors(input).map(({ field, code }) => `${field} ${code}`);

describe("a new user", () => {
  it("has the role user, is active, and is called by the e-mail address", () => {
    expect(made({ emailAddress: "ana@example.org" })).toEqual({
      id,
      emailAddress: "ana@example.org",
      firstName: null,
      lastName: null,
      displayName: "ana",
      initials: "A",
      role: "user",
      active: true,
      externalId: null,
      createdAt: now,
      updatedAt: now,
    });
  });

  it("is active even if the input denies it", () => {
    expect(made({ emailAddress: "a@b.c", active: false }).active).toBe(true);
  });

  it("keeps its texts composed and trimmed, and its e-mail address in the case it came in", () => {
    const user = made({ emailAddress: " Ana@Example.org ", firstName: " E\u0301lodie ", externalId: " 7 " });
    expect(user).toMatchObject({ emailAddress: "Ana@Example.org", firstName: "Élodie", externalId: "7" });
  });

  it("keeps an invisible name, and displays the e-mail address", () => {
    expect(made({ emailAddress: "ana@example.org", firstName: " ", lastName: "\u200b" })).toMatchObject({
      firstName: "",
      lastName: "\u200b",
      displayName: "ana",
    });
  });
});

describe("a change", () => {
  const user = made({ emailAddress: "ana@example.org", firstName: "Ana", externalId: "7" });

  it("keeps omitted fields and clears null ones", () => {
    const changed = changedUser(user, { lastName: "Li", externalId: null }, later);
    expect(changed).toEqual({
      ...user,
      lastName: "Li",
      displayName: "Ana Li",
      initials: "AL",
      externalId: null,
      updatedAt: later,
    });
  });

  it("without changes leaves the user unchanged", () => {
    const text = { emailAddress: user.emailAddress, firstName: "Ana ", role: user.role, active: true };
    expect(changedUser(user, text, later)).toBe(user);
  });

  it("of the password always counts as one, because the old one is unknown", () => {
    expect(changedFields(user, { password: "secret" })).toEqual(["password"]);
    expect(changedUser(user, { password: "secret" }, later).updatedAt).toBe(later);
  });

  it("of the case alone is one for the e-mail address", () => {
    expect(changedFields(user, { emailAddress: "Ana@example.org" })).toEqual(["emailAddress"]);
    expect(changedFields(user, { emailAddress: null })).toEqual(["emailAddress"]);
  });
});

describe("errors of an input", () => {
  it("is nothing for an empty input", () => {
    expect(codes({})).toEqual([]);
  });

  it("is listed all at once", () => {
    expect(codes({ emailAddress: "a@", firstName: "x".repeat(51), lastName: "\u0000", externalId: "\ud800" })).toEqual([
      "emailAddress invalid",
      "firstName too_long",
      "lastName invalid",
      "externalId invalid",
    ]);
  });

  it("counts code points after composing and trimming", () => {
    expect(codes({ firstName: ` ${"🦊".repeat(50)} ` })).toEqual([]);
    expect(codes({ firstName: "🦊".repeat(51) })).toEqual(["firstName too_long"]);
    expect(codes({ lastName: "e\u0301".repeat(50) })).toEqual([]);
  });

  it.each([null, "", "  ", "\u200b"])("is a blank e-mail address for %j", (emailAddress) => {
    expect(codes({ emailAddress })).toEqual(["emailAddress blank"]);
  });

  it.each([
    "a",
    "a@",
    "@b.c",
    "a@b@c",
    "a b@c.d",
    ".a@b.c",
    "a..b@c.d",
    "a@b..c",
    "a@-b.c",
    "a@b-.c",
    "a@b.c.",
    "a@[127.0.0.1]",
    '"a b"@c.d',
    "a@b.c\nd",
    `a@${"b".repeat(64)}.c`,
    "a\u0000@b.c",
  ])("is an invalid e-mail address for %j", (emailAddress) => {
    expect(codes({ emailAddress })).toEqual(["emailAddress invalid"]);
  });

  it.each([
    "a@b.c",
    "admin@localhost",
    "admin@cartulary.localhost",
    "jean.d'eau+tag@exemple.fr",
    "élodie@société.fr",
    "用户@例子.公司",
    `${"a".repeat(249)}@b.cd`,
  ])("is nothing for the e-mail address %j", (emailAddress) => {
    expect(codes({ emailAddress })).toEqual([]);
  });

  it("is an e-mail address of 255 code points", () => {
    expect(codes({ emailAddress: `${"a".repeat(250)}@b.cd` })).toEqual(["emailAddress too_long"]);
  });

  it("finds an e-mail address wrong that would slow down a backtracking pattern", () => {
    expect(codes({ emailAddress: `${"a.".repeat(120)}a@${"b-".repeat(5)}!` })).toEqual(["emailAddress invalid"]);
  });
});
