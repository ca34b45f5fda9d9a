import type { Instant } from "@cartulary/kernel";
import { describe, expect, it } from "vitest";
import { type ContactId, type ContactInput, changedContact, contactErrors, newContact } from "../src/contact.ts";

const id = "018f0000-0000-7000-8000-000000000001" as ContactId;
const now = "2026-01-01T00:00:00.000Z" as Instant;
const later = "2026-01-02T00:00:00.000Z" as Instant;
const made = (input: ContactInput) => newContact(input, { id, now });
const codes = (input: ContactInput) => contactErrors(input).map(({ field, code }) => `${field} ${code}`);

describe("a new contact", () => {
  it("is called by the e-mail address while no name is known", () => {
    expect(made({ emailAddress: " syndic@example.org " })).toEqual({
      id,
      emailAddress: "syndic@example.org",
      firstName: null,
      lastName: null,
      fullName: "",
      displayName: "syndic",
      externalId: null,
      createdAt: now,
      updatedAt: now,
    });
  });

  it("keeps its texts composed and trimmed, an empty one as it is", () => {
    expect(made({ emailAddress: "a@b.c", firstName: " E\u0301lodie ", lastName: "", externalId: "" })).toMatchObject({
      firstName: "Élodie",
      lastName: "",
      fullName: "Élodie",
      displayName: "Élodie",
      externalId: "",
    });
  });
});

it("A changed contact keeps absent fields, loses null ones, and gets its display name from the rest", () => {
  const contact = made({ emailAddress: "ana@example.org", firstName: "Ana", lastName: "Li", externalId: "7" });
  expect(changedContact(contact, {}, later)).toEqual({ ...contact, updatedAt: later });
  expect(changedContact(contact, { firstName: null, externalId: null }, later)).toEqual({
    ...contact,
    firstName: null,
    externalId: null,
    fullName: "Li",
    displayName: "Li",
    updatedAt: later,
  });
  const nameless = changedContact(contact, { firstName: null, lastName: null, emailAddress: "x@y.z" }, later);
  expect(nameless).toMatchObject({ fullName: "", displayName: "x" });
});

describe("errors of an input", () => {
  it("is nothing for an empty input", () => {
    expect(codes({})).toEqual([]);
  });

  it("is listed all at once", () => {
    const long = "x".repeat(256);
    expect(codes({ emailAddress: null, firstName: long, lastName: "\u0000", externalId: long })).toEqual([
      "emailAddress blank",
      "firstName too_long",
      "lastName invalid",
      "externalId too_long",
    ]);
    expect(codes({ emailAddress: "a@", firstName: "🏡".repeat(255) })).toEqual(["emailAddress invalid"]);
  });
});
