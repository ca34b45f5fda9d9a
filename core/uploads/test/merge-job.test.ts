import { expect, it } from "vitest";
import { mergeJob } from "../src/bulk/merge-job.ts";

it("A merge job belongs to the creator of the bulk upload", () => {
  expect(mergeJob({ id: "b" as never, userId: "u" as never })).toMatchObject({ owner: "u", dedupeKey: "b" });
});
