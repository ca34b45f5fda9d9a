import type { UserId } from "@cartulary/kernel";
import { describe, expect, it } from "vitest";
import {
  ADD_MEMBERS_MAX,
  missingUserErrors,
  type NewMembers,
  newMemberIds,
  newMembersErrors,
} from "../src/group-member.ts";

const [ana, bea] = ["ana", "bea"] as unknown as readonly [UserId, UserId];
const codes = (run: NewMembers) => newMembersErrors(run).map(({ field, code }) => `${field} ${code}`);

describe("the request to add users to a group", () => {
  it("is one user or several, each once, in the order of their naming", () => {
    expect(newMemberIds({ userId: ana })).toEqual([ana]);
    expect(newMemberIds({ userIds: [bea, ana, bea] })).toEqual([bea, ana]);
  });

  it("is at least one user, and named in one of the two ways alone", () => {
    expect(codes({ userId: ana })).toEqual([]);
    expect(codes({ userIds: [ana] })).toEqual([]);
    expect(codes({})).toEqual(["userId blank"]);
    expect(codes({ userIds: [] })).toEqual(["userIds blank"]);
    expect(codes({ userId: ana, userIds: [ana] })).toEqual(["userIds invalid"]);
  });

  it("are a hundred at most", () => {
    expect(codes({ userIds: Array(ADD_MEMBERS_MAX).fill(ana) })).toEqual([]);
    expect(codes({ userIds: Array(ADD_MEMBERS_MAX + 1).fill(ana) })).toEqual(["userIds too_long"]);
  });

  it("is wrong in the field that names an unknown user", () => {
    expect(missingUserErrors({ userId: ana }, [ana])).toMatchObject([{ field: "userId", code: "not_found" }]);
    const [error] = missingUserErrors({ userIds: [ana, bea] }, [bea]);
    expect(error).toMatchObject({ field: "userIds", code: "not_found", message: expect.stringContaining("bea") });
    expect(missingUserErrors({ userIds: [ana, bea] }, [])).toEqual([]);
  });
});
