import type { Id } from "@cartulary/kernel";
import { expect, it } from "vitest";
import { keepsPlan, wantedPlan } from "../src/workspace-plan.ts";

const [one, other] = ["1", "2"] as unknown as [Id<"ClassificationPlan">, Id<"ClassificationPlan">];

it.each([
  ["nothing", {}, null],
  ["an id", { classificationPlanId: one }, { by: "id", id: one }],
  ["a label", { classificationPlanLabel: " Plan " }, { by: "label", label: "Plan" }],
  ["a label and no id", { classificationPlanId: null, classificationPlanLabel: "P" }, { by: "label", label: "P" }],
  ["a record that was read", { classificationPlanId: one, classificationPlanLabel: "P" }, { by: "id", id: one }],
  ["no plan", { classificationPlanId: null }, { by: "nothing" }],
  ["no label", { classificationPlanLabel: null }, { by: "nothing" }],
  ["a record without a plan", { classificationPlanId: null, classificationPlanLabel: null }, { by: "nothing" }],
  ["a CSV", { classificationPlanCsv: "c" }, { by: "csv", csv: "c", label: null }],
  [
    "a CSV in a record that was read",
    { classificationPlanId: one, classificationPlanLabel: "P", classificationPlanCsv: "c" },
    { by: "csv", csv: "c", label: "P" },
  ],
])("understands %s", (_what, input, wanted) => {
  expect(wantedPlan(input)).toEqual(wanted);
});

it("knows when a workspace keeps its plan", () => {
  expect(keepsPlan(one, null)).toBe(true);
  expect(keepsPlan(one, { by: "id", id: one })).toBe(true);
  expect(keepsPlan(null, { by: "nothing" })).toBe(true);
  expect(keepsPlan(one, { by: "id", id: other })).toBe(false);
  expect(keepsPlan(one, { by: "nothing" })).toBe(false);
  expect(keepsPlan(one, { by: "csv", csv: "c", label: null })).toBe(false);
  expect(keepsPlan(one, { by: "label", label: "P" })).toBe(false);
});
