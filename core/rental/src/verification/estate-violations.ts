/** The violations that an estate can have, with the kind of record and a message. No operation causes them. */
export const ESTATE_VIOLATIONS = {
  shareBeyondWhole: { area: "ownership", message: "has a share of zero or of more than the whole" },
  ownershipBackwards: { area: "ownership", message: "ends before it begins" },
  termBackwards: { area: "lease term", message: "ends before it begins" },
  termsOverlap: { area: "lease term", message: "is in force after the next term of its lease begins" },
  termOfOtherLease: { area: "lease term", message: "has conditions of a unit of another lease" },
  leaseWithoutTerm: { area: "lease", message: "is in force without a term" },
  partyOfNobody: { area: "lease party", message: "references no person, or several" },
  accountOfNobody: { area: "bank account", message: "belongs to no person, or to several" },
  entranceElsewhere: { area: "unit", message: "has an entrance of another property" },
  shareKeyElsewhere: { area: "unit", message: "has shares of a key of another property" },
  firstProperty: { area: "mandate", message: "names another property than the first of its properties" },
  danglingReference: { area: "record", message: "references a record that does not exist in its mandataire" },
  ownerAccount: { area: "owner", message: "has a code without an account in the book" },
  tenantAccount: { area: "tenant", message: "has a code without an account in the book" },
  codeTwice: { area: "person", message: "has a code that another person has or had" },
  unnumbered: { area: "mandate", message: "has begun and has no number in the register" },
  draftNumbered: { area: "mandate", message: "has a number in the register and has not begun" },
  registerGap: { area: "mandate", message: "leaves a gap in the register's numbers, or is beyond their counter" },
  incidentOfNothing: { area: "incident", message: "has no scope, or several" },
  incidentGap: { area: "incident", message: "leaves a gap in its year's numbers, or is beyond their counter" },
  tombstoneOfPresent: { area: "tombstone", message: "is a tombstone of an existing record" },
} as const;

export type EstateViolation = keyof typeof ESTATE_VIOLATIONS;

/** Port: finds violations in the estate of one mandataire. */
export interface EstateInspection {
  /** Returns the distinct ids of the records with a violation, ascending, at most `limit`. */
  find(violation: EstateViolation, limit: number): Promise<readonly string[]>;
}
