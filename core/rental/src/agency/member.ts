import type { User } from "@cartulary/directory";
import type { FieldError, Instant, Listing, UserId } from "@cartulary/kernel";
import { LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import type { MandataireId } from "./mandataire.ts";

/** Membership of a user in a mandataire. Only members see its data; no role replaces membership. */
export interface MandataireMember {
  readonly mandataireId: MandataireId;
  readonly userId: UserId;
  readonly createdAt: Instant;
}

/** A membership with its user, as in responses. */
export interface MandataireMemberView extends Omit<MandataireMember, "mandataireId"> {
  readonly user: Pick<User, "id" | "displayName" | "emailAddress">;
}

const fields = {
  /** Id of the user: a membership has no id of its own. */
  id: "uuid",
  userId: "uuid",
  createdAt: "instant",
} as const;

export type MandataireMemberField = keyof typeof fields;

/** Filters and sorts of lists of members. A membership never changes. */
export const mandataireMemberListing: Listing<MandataireMemberField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields,
  sorts: Object.keys(fields) as MandataireMemberField[],
  sort: "createdAt",
  updatedAt: "createdAt",
};

/** Error of a user id that does not exist. */
export const UNKNOWN_USER: FieldError = {
  field: "userId",
  code: "not_found",
  message: "does not exist",
};
