import { CHUNK_BYTES_DEFAULT, type Html } from "@cartulary/http/pages";
import { html } from "hono/html";
import type { FormContent } from "../components/form.ts";
import { colon } from "../frame/formats.ts";
import type { Visit } from "../frame/visit.ts";
import type { Noun } from "./resources.ts";
import { DOCUMENT_TEXTS } from "./texts.ts";

/** The field of a place, by its kind. */
export const holderField = (noun: Noun): string => (noun === "folders" ? "documents_folder_id" : "workspace_id");

/** The parts of a form for the files of a place, whose large files the script sends in chunks. */
export function chunkedForm(visit: Visit, noun: Noun, id: string): Pick<FormContent, "data" | "hidden" | "after"> {
  const { base } = visit;
  return {
    data: { uploads: `${base}/uploads`, after: `${base}/${noun}/${id}`, larger: String(CHUNK_BYTES_DEFAULT) },
    hidden: { [holderField(noun)]: id },
    after: transfers(visit),
  };
}

/** The list of files that are being sent, and the template of its rows; the script adds the file's name to their labels. */
export function transfers({ language, texts: { controls } }: Visit): Html {
  const label = (text: string) => `${text}${colon(language)}`;
  return html`<ul class="transfers"></ul>
<template><li><span></span> <progress value="0" aria-label="${label(DOCUMENT_TEXTS[language].uploads.progress)}"></progress> <span role="status"></span> <button type="button" class="other" aria-label="${label(controls.cancel)}">${controls.cancel}</button> <button type="button" class="other" aria-label="${label(controls.tryAgain)}" hidden>${controls.tryAgain}</button></li></template>`;
}
