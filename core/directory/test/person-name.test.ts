import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayNameOf, initialsOf } from "../src/index.ts";

const person = (firstName: string | null, lastName: string | null, emailAddress = "ana.li@example.org") => ({
  firstName,
  lastName,
  emailAddress,
});

describe("a display name", () => {
  it("is the first and the last name", () => {
    expect(displayNameOf(person("Ana", "Li"))).toBe("Ana Li");
  });

  it("is the name that is known, when only one is", () => {
    expect(displayNameOf(person("Ana", null))).toBe("Ana");
    expect(displayNameOf(person(null, "Li"))).toBe("Li");
  });

  it("is the local part of the e-mail address, when no name is known", () => {
    expect(displayNameOf(person(null, null))).toBe("ana.li");
  });
});

describe("initials", () => {
  it("are the first letters of both names, in capitals", () => {
    expect(initialsOf(person("ana", "li"))).toBe("AL");
  });

  it("are one letter when one name, or only the e-mail address, is known", () => {
    expect(initialsOf(person(null, "Li"))).toBe("L");
    expect(initialsOf(person(null, null))).toBe("A");
  });

  it("keep grapheme clusters together", () => {
    expect(initialsOf(person("E\u0323\u0302lodie", "👩‍👧‍👦 Martin"))).toBe("E\u0323\u0302👩‍👧‍👦");
    expect(initialsOf(person("नितिन", "ญี่ปุ่น"))).toBe("निญี่");
  });

  it("stay one letter each when a capital is written with two", () => {
    expect(initialsOf(person("ßa", "ﬁn"))).toBe("SF");
  });

  it("skip characters before the first letter", () => {
    expect(initialsOf(person("«Jo»", "'t Hooft"))).toBe("JT");
    expect(initialsOf(person("--", null))).toBe("-");
  });

  it("are at most two graphemes, for any names", () => {
    const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });
    const name = () => fc.option(fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }));
    fc.assert(
      fc.property(name(), name(), (first, last) => {
        const initials = initialsOf(person(first, last));
        expect([...graphemes.segment(initials)].length).toBeLessThanOrEqual(2);
      }),
    );
  });
});
