import { adminAreas } from "./admin/admin.ts";
import { agencyAreas } from "./agency/agency.ts";
import { compositionArea } from "./composition/area.ts";
import { documentsArea } from "./documents/area.ts";
import type { Area } from "./frame/definitions.ts";
import { homeArea } from "./home/home.ts";
import { settingsArea } from "./settings/profile.ts";

/** All areas of the console. Another area is one more folder and a line here. */
export const AREAS: readonly Area[] = [
  ...[homeArea, documentsArea, compositionArea, settingsArea],
  ...agencyAreas,
  ...adminAreas,
];
