import type { User } from "@cartulary/directory";
import type { FieldError, Instant, Listing, UserId } from "@cartulary/kernel";
import { ledgerLists } from "@cartulary/ledger";
import type { MandataireId } from "./mandataire.ts";

/** That somebody works for a mandataire: only members see its data, whatever their role. */
export interface MandataireMember {
  readonly mandataireId: MandataireId;
  readonly userId: UserId;
  readonly createdAt: Instant;
}

/** A membership as it is answered: with who it is. */
export interface MandataireMemberView extends Omit<MandataireMember, "mandataireId"> {
  readonly user: Pick<User, "id" | "displayName" | "emailAddress">;
}

const fields = {
  /** The user's: a membership has no id of its own. */
  id: "uuid",
  userId: "uuid",
  createdAt: "instant",
} as const;

/** A field that {@link mandataireMemberListing} knows. */
export type MandataireMemberField = keyof typeof fields;

/** What lists of members may be filtered and sorted by. A membership never changes. */
export const mandataireMemberListing: Listing<MandataireMemberField> = {
  dialect: ledgerLists,
  fields,
  sorts: Object.keys(fields) as MandataireMemberField[],
  sort: "createdAt",
  updatedAt: "createdAt",
};

/** The refusal of somebody who does not exist. */
export const UNKNOWN_USER: FieldError = {
  field: "userId",
  code: "not_found",
  message: "names nobody that there is",
};
