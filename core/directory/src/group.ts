import {
  type CreationOf,
  DEFAULT_LIST_DIALECT,
  type FilterOf,
  filtersOf,
  id,
  instant,
  type ListDialect,
  type Listing,
  type PatchOf,
  passage,
  type RecordOf,
  record,
  text,
  verbatimRule,
} from "@cartulary/kernel";

/** The declaration of an access group. */
export const groupRecord = record("group", {
  id: id("Group", { set: "program", filter: true, description: "Identifier of the group; two may share a name" }),
  name: text({ filled: true, filter: true, description: "Name that people choose the group by" }),
  description: passage({
    nullable: true,
    filter: true,
    rule: verbatimRule,
    description: "Purpose of the group, stored exactly as it was sent",
  }),
  externalId: text({ nullable: true, filter: true, description: "Identifier of the group in another system" }),
  createdAt: instant({ set: "program", filter: true, description: "When the group was created" }),
  updatedAt: instant({ set: "program", filter: true, description: "When a field of the group last changed" }),
});

/** An access group: its members have every right that is granted to it. Readable by everyone who signs in. */
export type Group = RecordOf<typeof groupRecord>;

/** A group with its number of members. */
export interface GroupView extends Group {
  readonly membersCount: number;
}

/** A field that {@link groupListing} knows. */
export type GroupField = FilterOf<typeof groupRecord>;

/** Lists of groups and members have longer pages than other lists (interface-documents.md, Directory). */
export const groupLists: ListDialect = { ...DEFAULT_LIST_DIALECT, perPage: 50 };

/** Filters and sorts of lists of groups. */
export const groupListing: Listing<GroupField> = {
  dialect: groupLists,
  fields: filtersOf(groupRecord),
  sorts: ["name"],
  sort: "name",
  direction: "asc",
};

/** The input of a change of a group. */
export type GroupInput = PatchOf<typeof groupRecord>;

/** The input that creates a group. */
export type NewGroupInput = CreationOf<typeof groupRecord>;
