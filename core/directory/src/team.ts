import {
  type CreationOf,
  DEFAULT_LIST_DIALECT,
  type FilterOf,
  filtersOf,
  type Id,
  id,
  instant,
  type Listing,
  type PatchOf,
  passage,
  type RecordOf,
  record,
  text,
  verbatimRule,
} from "@cartulary/kernel";

export type TeamId = Id<"Team">;

/** The declaration of a team. */
export const teamRecord = record("team", {
  id: id("Team", { set: "program", filter: true, description: "Identifier of the team" }),
  name: text({ filled: true, filter: true, description: "Name that people know the team by" }),
  description: passage({
    nullable: true,
    filter: true,
    rule: verbatimRule,
    description: "Work that the team does, stored exactly as it was sent",
  }),
  createdAt: instant({ set: "program", filter: true, description: "When the team was created" }),
  updatedAt: instant({ set: "program", filter: true, description: "When a field of the team last changed" }),
});

/** People who work together. Nothing can be granted to a team; groups are for that (documents.md 2.1). */
export type Team = RecordOf<typeof teamRecord>;

/** A field that {@link teamListing} knows. */
export type TeamField = FilterOf<typeof teamRecord>;

/** Filters and sorts of lists of teams. */
export const teamListing: Listing<TeamField> = {
  dialect: DEFAULT_LIST_DIALECT,
  fields: filtersOf(teamRecord),
  sorts: ["name", "createdAt", "updatedAt"],
  sort: "updatedAt",
};

/** The input of a change of a team. */
export type TeamInput = PatchOf<typeof teamRecord>;

/** The input that creates a team. */
export type NewTeamInput = CreationOf<typeof teamRecord>;
