import type { Day, Id } from "@cartulary/kernel";
import { aDay, aLine, type FieldRules, nullable } from "../estate/fields.ts";
import type { MandataireId } from "../mandataire.ts";

export type HouseholdMemberId = Id<"HouseholdMember">;

/** Somebody who lives in a household and neither rents nor is written to: a child, a parent. */
export interface HouseholdMember {
  readonly mandataireId: MandataireId;
  readonly id: HouseholdMemberId;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly birthDate: Day | null;
  readonly relationship: string | null;
}

/** What may be said of a member. An absent field keeps its value. */
export interface HouseholdMemberInput {
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly birthDate?: Day | null;
  readonly relationship?: string | null;
}

/** What each field of a member has to be. */
export const householdMemberRules: FieldRules<HouseholdMemberInput> = {
  firstName: nullable(aLine),
  lastName: nullable(aLine),
  birthDate: nullable(aDay),
  relationship: nullable(aLine),
};

/** What a new member is until something is said. */
export const blankHouseholdMember: Omit<HouseholdMember, "mandataireId" | "id"> = {
  firstName: null,
  lastName: null,
  birthDate: null,
  relationship: null,
};
