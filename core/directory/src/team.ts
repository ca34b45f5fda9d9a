import {
  type FieldError,
  type Id,
  type Instant,
  type Listing,
  line,
  presentErrors,
  standardLists,
} from "@cartulary/kernel";
import { descriptionError, nameError } from "./values.ts";

export type TeamId = Id<"Team">;

/**
 * People who work together, by name. Nothing can be granted to a team; that is what groups are for (documents.md 2.1).
 */
export interface Team {
  readonly id: TeamId;
  readonly name: string;
  readonly description: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const fields = {
  id: "uuid",
  name: "text",
  description: "passage",
  createdAt: "instant",
  updatedAt: "instant",
} as const;
/** A field that {@link teamListing} knows. */
export type TeamField = keyof typeof fields;

/** What team lists may be filtered and sorted by. */
export const teamListing: Listing<TeamField> = {
  dialect: standardLists,
  fields,
  sorts: ["name", "createdAt", "updatedAt"],
  sort: "updatedAt",
};

/** What may be said of a team. An absent field keeps its value; on creation it gets its default. */
export interface TeamInput {
  readonly name?: string;
  readonly description?: string | null;
}

/** What is said of a team that is being made: it has no name but the one that it gets. */
export type NewTeamInput = TeamInput & { readonly name: string };

/** What is wrong with what `input` says. */
export function teamErrors({ name, description }: TeamInput): readonly FieldError[] {
  return presentErrors(nameError("name", name), descriptionError("description", description));
}

/** The team that `input` makes, once {@link teamErrors} found nothing. */
export function newTeam(input: NewTeamInput, { id, now }: { readonly id: TeamId; readonly now: Instant }): Team {
  return changedTeam({ id, name: input.name, description: null, createdAt: now, updatedAt: now }, input, now);
}

/** The team after `change`, once {@link teamErrors} found nothing. */
export function changedTeam(team: Team, { name, description }: TeamInput, now: Instant): Team {
  return {
    ...team,
    name: line(name ?? team.name),
    description: description === undefined ? team.description : description,
    updatedAt: now,
  };
}
