import type { Operation } from "@cartulary/wire";
import { html } from "hono/html";
import { type Field, form } from "../components/form.ts";
import type { ActionDefinition, Html } from "../frame/definitions.ts";
import type { Typed } from "../frame/form-input.ts";
import { type AgencyVisit, agencyAction, withAgencyLinks } from "./agency-visit.ts";
import type { AgencyHeading } from "./texts.ts";

/** An action of a page of the agency that asks first, and returns there. */
export interface QuestionAction {
  /** The page that it belongs to. */
  readonly page: AgencyHeading;
  /** Its path below that page. */
  readonly path: string;
  readonly operations: readonly Operation[];
  readonly button: (visit: AgencyVisit) => string;
  readonly question: (visit: AgencyVisit) => Promise<Html | string> | Html | string;
  readonly fields?: (visit: AgencyVisit) => Promise<readonly Field[]> | readonly Field[];
  readonly perform: (visit: AgencyVisit, typed: Typed) => Promise<unknown>;
  readonly refusals?: ActionDefinition["refusals"];
  /** What the page says afterwards. */
  readonly done?: (visit: AgencyVisit) => string;
  readonly isDangerous?: boolean;
}

/** Declares an action that asks on a page of its own. */
export function questionAction({
  page,
  path,
  operations,
  button,
  question,
  fields,
  perform,
  done,
  refusals,
  isDangerous,
}: QuestionAction): ActionDefinition {
  const above = `/agency/${page}`;
  return agencyAction({
    ...{ path: `${above}/${path}`, operations, ...(refusals && { refusals }) },
    form: async (visit, typed) => {
      const text = button(visit);
      const main = form(visit, typed, {
        before: html`<div class="passage">${await question(visit)}</div>`,
        ...{ fields: (await fields?.(visit)) ?? [], button: text, cancel: visit.to(above) },
        ...(isDangerous !== undefined && { isDangerous }),
      });
      const trail = [{ path: visit.to(above), text: visit.words.headings[page] }];
      return withAgencyLinks(visit, { title: text, main, trail });
    },
    perform: async (visit, typed) => {
      await perform(visit, typed);
      return { to: visit.to(above), ...(done && { done: done(visit) }) };
    },
  });
}
