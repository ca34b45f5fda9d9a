import type { Html } from "@cartulary/http/pages";
import { html } from "hono/html";
import type { Typed } from "../frame/form-input.ts";
import type { Visit } from "../frame/visit.ts";
import { form } from "./form.ts";

/** A question before an action. */
export interface Question {
  /** The effect of the action, with its extent. */
  readonly text: Html | string;
  /** The verb of the action. */
  readonly button: string;
  readonly isDangerous?: boolean;
  /** The link of Cancel. */
  readonly cancel: string;
  readonly hidden?: Readonly<Record<string, string>>;
}

/** Renders a question whose button performs the action of the page. */
export function confirm(visit: Visit, typed: Typed, { text, button, isDangerous, cancel, hidden }: Question): Html {
  return form(visit, typed, {
    before: html`<div class="passage">${text}</div>`,
    ...{ button, cancel },
    ...(isDangerous !== undefined && { isDangerous }),
    ...(hidden && { hidden }),
  });
}
