import type { Area } from "../frame/definitions.ts";
import { agencyActions, agencyPages } from "./agencies.ts";
import { jobActions, jobPages } from "./jobs.ts";
import { operationPages } from "./operation.ts";
import { peopleActions, peoplePages } from "./people.ts";
import { programActions, programPages } from "./programs.ts";

/** The pages of administration. Actions come first: the path of a detail would match `create`. */
export const adminAreas: readonly Area[] = [
  { pages: [], actions: [...peopleActions, ...agencyActions, ...programActions, ...jobActions] },
  { pages: [...peoplePages, ...agencyPages, ...programPages, ...jobPages, ...operationPages], actions: [] },
];
