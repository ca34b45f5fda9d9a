import type { Html } from "@cartulary/http/pages";
import { html } from "hono/html";
import { AMOUNT_PATTERN, isCentsField, type Problem, type Typed, typedAmount, typedOf } from "../frame/form-input.ts";
import type { Visit } from "../frame/visit.ts";

/** A choice of a select, of radios or of check boxes. */
export interface Option {
  readonly value: string;
  readonly text: string;
}

/** A field of a form, by the name of the API's field; below a wrapper in brackets (`lease[start_date]`). */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind?:
    | "text"
    | "textarea"
    | "select"
    | "radios"
    | "checkboxes"
    | "date"
    | "month"
    | "number"
    | "amount"
    | "email"
    | "password"
    | "file";
  /** The value before anything is typed. */
  readonly value?: string | null;
  /** The values before anything is chosen, for check boxes. */
  readonly chosen?: readonly string[];
  readonly options?: readonly Option[];
  /** Values that a text field offers while a person types; others are allowed. */
  readonly suggestions?: readonly string[];
  readonly hint?: string;
  readonly isRequired?: boolean;
  /** True for a file field that takes several. */
  readonly isMultiple?: boolean;
  readonly autocomplete?: string;
  readonly maxLength?: number;
}

/** A group of fields with a heading. */
interface FieldGroup {
  readonly legend: string;
  readonly fields: readonly Field[];
}

/** A form of a page. */
export interface FormContent {
  /** The path that it posts to; the page's own by default. */
  readonly action?: string;
  readonly fields?: readonly Field[];
  readonly groups?: readonly FieldGroup[];
  /** Values that are sent along. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** The text of the button: the verb of the action. */
  readonly button: string;
  readonly isDangerous?: boolean;
  /** The path that a link Cancel leads to. */
  readonly cancel?: string;
  /** Text before the fields. */
  readonly before?: Html | string;
  /** Takes files. */
  readonly isMultipart?: boolean;
  /** Files may be dropped anywhere on the page, and are sent with progress; the text if that is interrupted. */
  readonly dropFailed?: string;
  /** Data attributes for the script, by name without `data-`. */
  readonly data?: Readonly<Record<string, string>>;
  /** True for a form that works with scripts only: the script shows it. */
  readonly isHidden?: boolean;
  /** Content after the fields. */
  readonly after?: Html;
}

/**
 * Renders a form with its CSRF token. Errors of `typed` stand in a summary before it, with links to their fields, and at
 * each field; what was typed is shown again.
 */
export function form(visit: Visit, sent: Typed, content: FormContent): Html {
  const { action = visit.path, fields = [], groups = [], hidden = {}, button, isDangerous = false, cancel } = content;
  const all = [...fields, ...groups.flatMap((group) => group.fields)];
  const typed = atFields(sent, all);
  const query = action === visit.path && visit.search !== "" ? `?${visit.search}` : "";
  return html`${errorSummary(visit, typed, all)}
<form method="post" action="${visit.base}${action}${query}"${content.isMultipart ? html` enctype="multipart/form-data"` : ""}${content.dropFailed === undefined ? "" : html` data-drop data-failed="${content.dropFailed}"`}${Object.entries(content.data ?? {}).map(([name, value]) => html` data-${name}="${value}"`)}${content.isHidden ? html` hidden` : ""}>
${csrfField(visit)}
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${content.before ?? ""}
${fields.map((field) => fieldOf(visit, typed, field))}
${groups.map(
  ({ legend, fields: own }) =>
    html`<fieldset><legend>${legend}</legend>${own.map((field) => fieldOf(visit, typed, field))}</fieldset>`,
)}
${content.after ?? ""}
${content.dropFailed === undefined ? "" : html`<progress hidden aria-label="${button}"></progress><p role="status"></p>`}
<button${isDangerous ? html` class="danger"` : ""}>${button}</button>
${cancel === undefined ? "" : html`<a class="button other" href="${visit.base}${cancel}">${visit.texts.controls.cancel}</a>`}
</form>`;
}

/** Renders a button that posts at once to another path, for actions without fields that need no question. */
export function postButton(
  visit: Visit,
  {
    action,
    text,
    hidden = {},
    label,
  }: {
    readonly action: string;
    readonly text: string;
    readonly hidden?: Readonly<Record<string, string>>;
    readonly label?: string;
  },
): Html {
  return html`<form method="post" action="${visit.base}${action}">${csrfField(visit)}${Object.entries(hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button class="other"${label === undefined ? "" : html` aria-label="${label}"`}>${text}</button></form>`;
}

/** Renders the field with the CSRF token. Every form has one. */
function csrfField({ csrf }: Visit): Html {
  return html`<input type="hidden" name="csrf" value="${csrf}">`;
}

/** Renders one field with its label, hint and error; optional fields say so, unless all are, as in filters. */
export function fieldOf(visit: Visit, typed: Typed, declared: Field, areAllOptional = false): Html {
  const field = isCentsField(declared.name) ? amountField(visit, declared) : declared;
  const id = idOf(field.name);
  const errors = typed.problems.filter((problem) => problem.field === field.name);
  const described = [...(field.hint ? [`${id}-hint`] : []), ...(errors.length > 0 ? [`${id}-error`] : [])];
  const attributes = html`${described.length > 0 ? html` aria-describedby="${described.join(" ")}"` : ""}${
    errors.length > 0 ? html` aria-invalid="true"` : ""
  }${field.isRequired ? html` required` : ""}`;
  const notes = html`${field.hint ? html`<p class="hint" id="${id}-hint">${field.hint}</p>` : ""}${
    errors.length > 0
      ? html`<p class="field-error" id="${id}-error">${errors.map(({ message }) => message).join(" ")}</p>`
      : ""
  }`;
  if (field.kind === "radios" || field.kind === "checkboxes") return choices({ typed, field, id, attributes, notes });
  return html`<div class="field"><label for="${id}">${field.label}${
    field.isRequired || field.kind === "file" || areAllOptional ? "" : html` <small>(${visit.texts.optional})</small>`
  }</label>${notes}${control(field, id, typed.value(field.name) ?? field.value ?? "", attributes)}</div>`;
}

/** A field of an amount has euros with a comma, which browsers refuse in a number. */
const amountField = ({ texts, language }: Visit, field: Field): Field => ({
  ...field,
  kind: "amount",
  value: field.value === null || field.value === undefined ? null : typedAmount(language, field.value),
  hint: [field.hint, texts.centsHint].filter((hint) => hint !== undefined).join(" "),
});

function control(field: Field, id: string, value: string, attributes: Html): Html {
  const { kind = "text", name, options = [], autocomplete = "off", maxLength } = field;
  if (kind === "textarea") return html`<textarea id="${id}" name="${name}"${attributes}>${value}</textarea>`;
  if (kind === "select") {
    return html`<select id="${id}" name="${name}"${attributes}>${options.map(
      (option) =>
        html`<option value="${option.value}"${option.value === value ? html` selected` : ""}>${option.text}</option>`,
    )}</select>`;
  }
  if (kind === "file") {
    return html`<input type="file" id="${id}" name="${name}"${field.isMultiple ? html` multiple` : ""}${attributes}>`;
  }
  const shown = kind === "password" ? "" : value;
  const limits = html`${kind === "amount" ? html` inputmode="decimal" pattern="${AMOUNT_PATTERN}" title="${field.hint ?? ""}"` : ""}${
    maxLength === undefined ? "" : html` maxlength="${maxLength}"`
  }`;
  const { suggestions } = field;
  const list = suggestions
    ? html`<datalist id="${id}-list">${suggestions.map((value) => html`<option value="${value}"></option>`)}</datalist>`
    : "";
  return html`<input type="${kind === "amount" ? "text" : kind}" id="${id}" name="${name}" value="${shown}" autocomplete="${autocomplete}"${suggestions ? html` list="${id}-list"` : ""}${limits}${attributes}>${list}`;
}

interface Choices {
  readonly typed: Typed;
  readonly field: Field;
  readonly id: string;
  readonly attributes: Html;
  readonly notes: Html;
}

function choices({ typed, field, id, attributes, notes }: Choices): Html {
  const { name, label, options = [], value, chosen = [] } = field;
  const sent =
    typed.fields.length > 0
      ? typed.values(name)
      : [...chosen, ...(value === undefined || value === null ? [] : [value])];
  const type = field.kind === "radios" ? "radio" : "checkbox";
  return html`<fieldset id="${id}"${attributes}><legend>${label}</legend>${notes}${options.map(
    (option) =>
      html`<label><input type="${type}" name="${name}" value="${option.value}"${sent.includes(option.value) ? html` checked` : ""}> ${option.text}</label>`,
  )}</fieldset>`;
}

function errorSummary(visit: Visit, { problems }: Typed, fields: readonly Field[]): Html | string {
  if (problems.length === 0) return "";
  return html`<div role="alert" tabindex="-1" autofocus><p><strong>${visit.texts.errorSummary(problems.length)}</strong></p><ul>${problems.map(
    (problem) => {
      const field = fields.find(({ name }) => name === problem.field);
      return field
        ? html`<li><a href="#${idOf(field.name)}">${field.label}</a> : ${problem.message}</li>`
        : html`<li>${problem.field === null ? "" : `${problem.field} : `}${problem.message}</li>`;
    },
  )}</ul></div>`;
}

/** Returns the id of a field: its name, with dashes for brackets. */
function idOf(name: string): string {
  return name.replace(/[[\]]+/g, "-").replace(/-$/, "");
}

/**
 * Returns a form whose errors are each at one of its fields, where one is about the same value: the field of a whole list
 * has the errors of its elements, and the first field below a name those of that name.
 */
function atFields(typed: Typed, fields: readonly Field[]): Typed {
  if (typed.problems.length === 0) return typed;
  const problems = typed.problems.map((problem) => {
    const found = NEARNESSES.map((isNear) => fields.find(({ name }) => isAbout(problem, name, isNear)));
    const nearest = found.find((field) => field !== undefined);
    return nearest ? { ...problem, field: nearest.name } : problem;
  });
  return typedOf(typed.fields, problems, typed.details);
}

/** True if an error at the path `error` is shown at the field with the path `field`. */
type Nearness = (error: readonly string[], field: readonly string[]) => boolean;

const isSame: Nearness = (error, field) => error.join(".") === field.join(".");
const isAbove: Nearness = (error, field) => isSame(error.slice(0, field.length), field);
const isBelow: Nearness = (error, field) => isAbove(field, error);

/** The same field, then one that it is part of, then one that is part of it. */
const NEARNESSES = [isSame, isAbove, isBelow] as const;

/** True if an error of the API is about a form field, below a wrapper or not. */
function isAbout({ field }: Problem, name: string, isNear: Nearness): boolean {
  if (field === null) return false;
  const path = name.replace(/\]/g, "").split("[");
  const own = field.replace(/\]/g, "").split(/[.[]/);
  return [path, path.slice(1)].some((each) => each.length > 0 && isNear(own, each));
}
