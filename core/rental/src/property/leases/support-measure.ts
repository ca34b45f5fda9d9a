import { day, type Id, id, integer, type RecordOf, record, text } from "@cartulary/kernel";
import type { ElementOf } from "../estate/array-elements.ts";

export type SupportMeasureId = Id<"SupportMeasure">;

/** The highest priority; the lowest is its negative. */
const PRIORITY_MAX = 1_000_000;

/** The declaration of a measure that was agreed to help a tenant. */
export const supportMeasureRecord = record("support measure", {
  id: id("SupportMeasure", { set: "program", description: "Identifier of the measure" }),
  modifierType: text({
    filled: true,
    description: "Kind of help, such as a payment plan or a reduction; information only",
  }),
  category: text({ nullable: true, description: "Group that the agency files the measure under; information only" }),
  status: text({
    filled: true,
    default: "active",
    description: "How far the measure is, in the agency's words; information only",
  }),
  label: text({ nullable: true, description: "Name of the measure in letters and lists; information only" }),
  validFrom: day({ nullable: true, description: "First day of the measure; information only" }),
  validTo: day({ nullable: true, description: "Last day of the measure; information only" }),
  priority: integer({
    min: -PRIORITY_MAX,
    max: PRIORITY_MAX,
    nullable: true,
    description: "Order of measures that apply at once, the lowest number first; information only",
  }),
  impactLabel: text({ nullable: true, description: "Effect of the measure in words; information only" }),
  sourceType: text({ nullable: true, description: "Kind of record of the measure's origin; information only" }),
  sourceId: id("Source" as string, {
    nullable: true,
    description: "Identifier of the record of the measure's origin; information only",
  }),
});

/** A measure that was agreed to help a tenant, for a time. */
export type SupportMeasure = RecordOf<typeof supportMeasureRecord>;

/** A measure in inputs. */
export type SupportMeasureInput = ElementOf<typeof supportMeasureRecord>;
