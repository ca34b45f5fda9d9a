import {
  changedLine,
  type FieldError,
  type GroupId,
  type Instant,
  type ListDialect,
  type Listing,
  line,
  presentErrors,
  standardLists,
} from "@cartulary/kernel";
import { descriptionError, EXTERNAL_ID_MAX, nameError, optionalLineError } from "./values.ts";

/** An access group: what is granted to it is granted to its members. Readable by everyone who signs in. */
export interface Group {
  readonly id: GroupId;
  /** Names need not differ: the id tells groups apart. */
  readonly name: string;
  readonly description: string | null;
  readonly externalId: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A group as it is answered. */
export interface GroupView extends Group {
  readonly membersCount: number;
}

const fields = {
  id: "uuid",
  name: "text",
  description: "passage",
  externalId: "text",
  createdAt: "instant",
  updatedAt: "instant",
} as const;
/** A field that {@link groupListing} knows. */
export type GroupField = keyof typeof fields;

/** Groups and their members come in longer pages than other lists (interface-documents.md, Directory). */
export const groupLists: ListDialect = { ...standardLists, perPage: 50 };

/** What group lists may be filtered and sorted by. */
export const groupListing: Listing<GroupField> = {
  dialect: groupLists,
  fields,
  sorts: ["name"],
  sort: "name",
  direction: "asc",
};

/** What may be said of a group. An absent field keeps its value; on creation it is none. */
export interface GroupInput {
  readonly name?: string;
  readonly description?: string | null;
  readonly externalId?: string | null;
}

/** What is said of a group that is being made. */
export type NewGroupInput = GroupInput & { readonly name: string };

/** What is wrong with what `input` says. */
export function groupErrors({ name, description, externalId }: GroupInput): readonly FieldError[] {
  return presentErrors(
    nameError("name", name),
    descriptionError("description", description),
    optionalLineError("externalId", externalId, EXTERNAL_ID_MAX),
  );
}

/** The group that `input` makes, once {@link groupErrors} found nothing. */
export function newGroup(input: NewGroupInput, { id, now }: { readonly id: GroupId; readonly now: Instant }): Group {
  const nameless: Group = { id, name: "", description: null, externalId: null, createdAt: now, updatedAt: now };
  return changedGroup(nameless, input, now);
}

/** The group after `change`, once {@link groupErrors} found nothing. */
export function changedGroup(group: Group, { name, description, externalId }: GroupInput, now: Instant): Group {
  return {
    ...group,
    name: line(name ?? group.name),
    description: description === undefined ? group.description : description,
    externalId: changedLine(externalId, group.externalId),
    updatedAt: now,
  };
}
