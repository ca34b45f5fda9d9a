import { teamListing } from "@cartulary/directory";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { instant, integer, text, uuid } from "../fields.ts";
import { DIRECTORY_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";

/** A team as it is answered. */
export const TeamRecord = record("Team", {
  id: uuid<"Team">(),
  name: text(),
  description: text().nullable(),
  membersCount: integer(),
  createdAt: instant(),
  updatedAt: instant(),
});

const changeFields = { description: text().nullable().exactOptional() };

/** What is said of a team that is being made. */
export const TeamCreation = record("TeamCreate", { name: text(), ...changeFields });

/** What may be said of a team. */
export const TeamChange = record("TeamInput", { name: text().exactOptional(), ...changeFields });

const One = snakeObject({ id: uuid<"Team">() });

const PATH = `${DIRECTORY_BASE}/teams` as const;

/** What can be done with teams. */
export const teamOperations = operations({
  listTeams: {
    method: "get",
    path: PATH,
    tag: "teams",
    summary: "The teams that there are",
    scope: "read",
    list: teamListing,
    replies: { 200: z.array(TeamRecord) },
  },
  createTeam: {
    method: "post",
    path: PATH,
    tag: "teams",
    summary: "Make a team",
    scope: "write",
    role: "admin",
    body: TeamCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: TeamRecord },
  },
  getTeam: {
    method: "get",
    path: `${PATH}/{id}`,
    tag: "teams",
    summary: "One team",
    scope: "read",
    params: One,
    replies: { 200: TeamRecord },
  },
  updateTeam: {
    method: "patch",
    path: `${PATH}/{id}`,
    tag: "teams",
    summary: "Change what is given of a team",
    scope: "write",
    role: "admin",
    params: One,
    body: TeamChange,
    replies: { 200: TeamRecord },
  },
  deleteTeam: {
    method: "delete",
    path: `${PATH}/{id}`,
    tag: "teams",
    summary: "Delete a team",
    scope: "write",
    role: "admin",
    params: One,
    replies: { 204: null },
  },
});
