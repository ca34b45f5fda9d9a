import { html } from "hono/html";
import type { Html } from "./layout.ts";

/** An error of a form. */
export interface FormProblem {
  readonly message: string;
  /** The ids of the fields that it is about; none for the form as a whole. */
  readonly fields: readonly string[];
}

/** Renders errors before their form, with links to the fields (console.md 6.11). */
export function problemSummary(problems: readonly FormProblem[]): Html | string {
  if (problems.length === 0) return "";
  const items = problems.map(
    ({ message, fields: [field] }) =>
      html`<li>${field === undefined ? message : html`<a href="#${field}">${message}</a>`}</li>`,
  );
  return html`<div role="alert" tabindex="-1" autofocus><ul>${items}</ul></div>`;
}

/** Renders the attributes of a field with errors. */
export function problemAttributes(problems: readonly FormProblem[], field: string): Html | string {
  const own = problems.filter(({ fields }) => fields.includes(field));
  if (own.length === 0) return "";
  return html` aria-invalid="true" aria-describedby="${[...new Set(own.map(({ fields: [first] }) => `${first}-error`))].join(" ")}"`;
}

/** Renders the errors of a field, beside it; an error of several fields stands at the first. */
export function problemsAt(problems: readonly FormProblem[], field: string): Html | string {
  const own = problems.filter(({ fields: [first] }) => first === field);
  if (own.length === 0) return "";
  return html`<p class="field-error" id="${field}-error">${own.map(({ message }) => message).join(" ")}</p>`;
}
