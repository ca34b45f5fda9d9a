import type { Caller, GroupId, Instant, Role, UserId } from "@cartulary/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  accessLevel,
  decidingGrant,
  type Grant,
  isLevelAtLeast,
  LEVELS,
  type Level,
  type Lineage,
  type LineageNode,
  readableFrom,
} from "../src/index.ts";

const ANA = "ana" as UserId;
const CLERKS = "clerks" as GroupId;
const caller = (role: Role = "user", ...groupIds: readonly GroupId[]): Caller => ({
  ...{ userId: ANA, role, scopes: ["write"], groupIds },
});

let grants = 0;
function grant(level: Level, subject: string = ANA, day = 1): Grant {
  grants += 1;
  const createdAt = `2026-01-0${day}T00:00:00.000Z` as Instant;
  return { id: `grant ${grants}`, level, subjectId: subject, createdAt } as unknown as Grant;
}

const place = (type: LineageNode["type"], ...on: readonly Grant[]): LineageNode => ({ type, grants: on });

describe("a permission", () => {
  it("is inherited by everything below its resource, and nothing above", () => {
    const workspace = place("workspace", grant("write"));
    expect(accessLevel(caller(), [place("document"), place("folder"), workspace])).toBe("write");
    expect(accessLevel(caller(), [place("folder"), place("folder")])).toBeNull();
  });

  it("is not reduced by a nearer, lower one: the highest wins", () => {
    const lineage = [place("document", grant("read")), place("folder"), place("workspace", grant("manage"))];
    expect(accessLevel(caller(), lineage)).toBe("manage");
  });

  it("of a group applies to its members, of another user to that user only", () => {
    const lineage = [place("folder", grant("read", CLERKS), grant("manage", "bob"))];
    expect(accessLevel(caller("user", CLERKS), lineage)).toBe("read");
    expect(accessLevel(caller(), lineage)).toBeNull();
  });

  it("decides if it is the nearest of the highest, then the oldest", () => {
    const [far, late, early] = [grant("write"), grant("write", CLERKS, 3), grant("write", ANA, 2)] as const;
    const lineage = [place("document", grant("read")), place("folder", late, early), place("workspace", far)];
    expect(decidingGrant(caller("user", CLERKS), lineage)).toBe(early);
    expect(decidingGrant(caller("admin"), [place("folder")])).toBeNull();
  });

  it("makes everything readable from the highest resource with one downwards", () => {
    const mine = grant("read");
    const [document, top] = [place("document", mine), place("folder")] as const;
    expect(readableFrom(caller(), [document, top, place("workspace")])).toBeNull();
    expect(readableFrom(caller(), [document, top, place("folder", mine), place("workspace")])).toBe("folder");
    expect(readableFrom(caller(), [document, place("folder", mine), place("workspace", mine)])).toBe("workspace");
  });
});

it.each([
  ["user", null],
  ["manager", null],
  ["admin", "manage"],
  ["super_admin", "manage"],
] as const)("the role %s alone gives the level %s, in every place", (role, level) => {
  for (const lineage of [[place("workspace")], [place("document"), place("folder")]]) {
    expect(accessLevel(caller(role), lineage)).toBe(level);
  }
  expect(readableFrom(caller(role), [place("document")])).toBe(level && "workspace");
});

const lineages = (): fc.Arbitrary<Lineage> =>
  fc.array(
    fc
      .array(fc.tuple(fc.constantFrom(...LEVELS), fc.constantFrom(ANA, CLERKS, "bob")), { maxLength: 3 })
      .map((on) => place("folder", ...on.map(([level, subject]) => grant(level, subject)))),
    { minLength: 1, maxLength: 6 },
  );

it("another permission never removes a right", () => {
  const property = fc.property(lineages(), fc.nat(5), fc.constantFrom(...LEVELS), (lineage, at, level) => {
    const index = at % lineage.length;
    const more = lineage.map((each, i) => (i === index ? place("folder", ...each.grants, grant(level)) : each));
    const [before, after] = [accessLevel(caller("user", CLERKS), lineage), accessLevel(caller("user", CLERKS), more)];
    expect(isLevelAtLeast(after, level) && (before === null || isLevelAtLeast(after, before))).toBe(true);
    expect(after === before || after === level).toBe(true);
  });
  fc.assert(property);
});
