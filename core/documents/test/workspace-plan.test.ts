import type { Id } from "@cartulary/kernel";
import { describe, expect, it } from "vitest";
import { NO_PLAN, requestedPlan } from "../src/classification/workspace-plan.ts";

const [one, other] = ["1", "2"] as unknown as [Id<"ClassificationPlan">, Id<"ClassificationPlan">];

describe("A request for a workspace without a plan", () => {
  it.each([
    ["nothing", {}, null],
    ["an id", { classificationPlanId: one }, { by: "id", id: one }],
    ["a label", { classificationPlanLabel: " Plan " }, { by: "label", label: "Plan" }],
    ["a label and no id", { classificationPlanId: null, classificationPlanLabel: "P" }, { by: "label", label: "P" }],
    ["an id and a label", { classificationPlanId: one, classificationPlanLabel: "P" }, { by: "id", id: one }],
    ["no id", { classificationPlanId: null }, null],
    ["a record that was read", { classificationPlanId: null, classificationPlanLabel: null }, null],
    ["a CSV", { classificationPlanCsv: "c" }, { by: "csv", csv: "c", label: null }],
    [
      "a CSV and a label",
      { classificationPlanCsv: "c", classificationPlanLabel: " P " },
      { by: "csv", csv: "c", label: "P" },
    ],
  ])("%s", (_what, input, wanted) => {
    expect(requestedPlan(input, NO_PLAN)).toEqual(wanted);
  });
});

describe("A request for a workspace with a plan", () => {
  const read = { classificationPlanId: one, classificationPlanLabel: "P" } as const;

  it.each([
    ["nothing else", {}, null],
    ["another id", { classificationPlanId: other }, { by: "id", id: other }],
    ["another label", { classificationPlanLabel: "Q" }, { by: "label", label: "Q" }],
    [
      "another label and no id",
      { classificationPlanId: null, classificationPlanLabel: "Q" },
      { by: "label", label: "Q" },
    ],
    ["no id", { classificationPlanId: null }, { by: "nothing" }],
    ["no label", { classificationPlanLabel: null }, { by: "nothing" }],
    ["a CSV", { classificationPlanCsv: "c" }, { by: "csv", csv: "c", label: "P" }],
  ])("%s", (_what, change, wanted) => {
    expect(requestedPlan({ ...read, ...change }, read)).toEqual(wanted);
  });

  it.each([
    ["its id", { classificationPlanId: one }],
    ["its label", { classificationPlanLabel: " P" }],
  ])("%s alone keeps it", (_what, input) => {
    expect(requestedPlan(input, read)).toBeNull();
  });
});
