import { day, type Id, id, type PatchOf, type RecordOf, record, text } from "@cartulary/kernel";
import { ofMandataire } from "../../agency/field-rules.ts";

export type HouseholdMemberId = Id<"HouseholdMember">;

/** The declaration of a member of a household. */
export const householdMemberRecord = record("household member", {
  ...ofMandataire,
  id: id("HouseholdMember", { set: "program", description: "Identifier of the household member" }),
  firstName: text({ nullable: true, description: "First name of the household member" }),
  lastName: text({ nullable: true, description: "Last name of the household member" }),
  birthDate: day({ nullable: true, description: "Day of birth, which tells children from adults" }),
  relationship: text({ nullable: true, description: "Relation to the tenant, such as child or parent" }),
});

/** A person who lives in a household without renting or being written to: a child, a parent. */
export type HouseholdMember = RecordOf<typeof householdMemberRecord>;

/** A household member in inputs. A field that it leaves out keeps its value. */
export type HouseholdMemberInput = PatchOf<typeof householdMemberRecord>;
