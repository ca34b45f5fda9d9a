import { describe, expect, it } from "vitest";
import { emailKey } from "../src/index.ts";

describe("the key of an e-mail address", () => {
  it("is the same however the address is spelt: in capitals, with spaces around, decomposed", () => {
    expect(emailKey(" \u00c9lo\u00efse@Example.ORG\t")).toBe("\u00e9lo\u00efse@example.org");
    expect(emailKey("e\u0301LOI\u0308SE@example.org")).toBe("\u00e9lo\u00efse@example.org");
    expect(emailKey("J\u030con@example.org")).toBe("\u01f0on@example.org");
  });

  it("is another one for each of two mailboxes that only look alike", () => {
    for (const other of ["\uff4dgr@x.test", "\u1d50gr@x.test", "mg\u02b3@x.test"]) {
      expect(emailKey(other)).not.toBe(emailKey("mgr@x.test"));
    }
  });

  it("is its own key", () => {
    for (const text of ["J\u030c@x", "\u0130@x", "\u1e9e@x", "\u03a3\u03a3@x", "\u212a@x", "\uff2d@x"]) {
      const key = emailKey(text) ?? "";
      expect(emailKey(key)).toBe(key);
    }
  });

  it("is null for a text that cannot be an address", () => {
    expect(emailKey(`${"a".repeat(1_013)}@example.org`)).toBeNull();
    expect([emailKey("a\u0000@x.test"), emailKey("\ud800@x.test")]).toEqual([null, null]);
  });
});
