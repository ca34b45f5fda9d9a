/**
 * What may be wrong with a mandataire's estate, whatever brought it about: no operation does. By name, with what kind of
 * thing it is about and what is said of it.
 */
export const ESTATE_FAULTS = {
  shareBeyondWhole: { area: "ownership", message: "is of a share that is nothing, or more than the whole" },
  ownershipBackwards: { area: "ownership", message: "ends before it begins" },
  termBackwards: { area: "lease term", message: "ends before it begins" },
  termsOverlap: { area: "lease term", message: "is still in force when the next one of its lease begins" },
  termOfOtherLease: { area: "lease term", message: "says what a unit of another lease costs" },
  leaseWithoutTerm: { area: "lease", message: "is in force without a term that says what it costs" },
  partyOfNobody: { area: "lease party", message: "is nobody, or more than one" },
  accountOfNobody: { area: "bank account", message: "is nobody's, or of an owner and a tenant" },
  entranceElsewhere: { area: "unit", message: "has an entrance of another property" },
  shareKeyElsewhere: { area: "unit", message: "has shares of a key of another property" },
  firstProperty: { area: "mandate", message: "names another property than the first of those that it is of" },
  danglingReference: { area: "record", message: "names a record of its mandataire that there is not" },
  ownerAccount: { area: "owner", message: "has a code under which the book keeps no account of his" },
  tenantAccount: { area: "tenant", message: "has a code under which the book keeps no account of his" },
  codeTwice: { area: "person", message: "has a code that somebody else has, or had" },
  unnumbered: { area: "mandate", message: "has begun on a day that was decided, and has no number in the register" },
  draftNumbered: { area: "mandate", message: "has a number in the register, and has not begun" },
  registerGap: {
    area: "mandate",
    message: "has a number after one that nobody has, or beyond the counter of the register",
  },
  incidentOfNothing: { area: "incident", message: "is of no place, or of more than one" },
  incidentGap: {
    area: "incident",
    message: "has a number after one that nobody has, or beyond the counter of its year",
  },
  tombstoneOfPresent: { area: "tombstone", message: "tells that a record is gone that is there" },
} as const;

/** One of {@link ESTATE_FAULTS}. */
export type EstateFault = keyof typeof ESTATE_FAULTS;

/** Port: looks for what is wrong with the estate of one mandataire. */
export interface EstateInspection {
  /** Ids of the records that have a fault, each once, in their order; `limit` at most. */
  find(fault: EstateFault, limit: number): Promise<readonly string[]>;
}
