import { describe, expect, it } from "vitest";
import { formatUserCode, newUserCode, readUserCode, USER_CODE_ALPHABET } from "../src/device/user-code.ts";

/** Every byte in turn, sixteen at a time. */
function counting() {
  let next = 0;
  return { randomBytes: (count: number) => Uint8Array.from({ length: count }, () => next++ % 256) };
}

describe("a user code", () => {
  it("has eight of twenty consonants, equally likely", () => {
    const secrets = counting();
    const counts = new Map<string, number>();
    for (let made = 0; made < 2560; made += 1) {
      const code = newUserCode(secrets);
      expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
      for (const letter of code.replace("-", "")) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    expect([...counts.keys()].sort().join("")).toBe(USER_CODE_ALPHABET);
  });

  it("skips bytes that would make some letters more likely", () => {
    const bytes = Uint8Array.from([255, 250, 240, 239, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(newUserCode({ randomBytes: () => bytes })).toBe("ZBCD-FGHJ");
  });

  it.each(["BCDF-GHJK", "bcdfghjk", " BCDF GHJK ", "b-c-d-f-g-h-j-k", "BCDF–GHJK", "bcdf.ghjk"])(
    "is read from %j",
    (typed) => {
      const letters = readUserCode(typed) ?? "";
      expect([letters, formatUserCode(letters)]).toEqual(["BCDFGHJK", "BCDF-GHJK"]);
    },
  );

  it.each(["", "BCDF-GHJ", "BCDF-GHJKL", "ACDF-GHJK", "BCDF-GHJ1", "ctdc_BCDFGHJK", "ＢＣＤＦＧＨＪＫ"])(
    "is not in %j",
    (typed) => {
      expect(readUserCode(typed)).toBeNull();
    },
  );
});
