import type { Area } from "../frame/definitions.ts";
import { compositionActions, compositionPages } from "./composition-pages.ts";
import { partActions } from "./part-actions.ts";
import { templatePages } from "./template-pages.ts";

/** Templates and the documents composed from them. */
export const compositionArea: Area = {
  pages: [...templatePages, ...compositionPages],
  actions: [...compositionActions, ...partActions],
};
