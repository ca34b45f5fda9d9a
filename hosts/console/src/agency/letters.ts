import type { ReplyOf } from "@cartulary/http/pages";
import { LETTER_KINDS } from "@cartulary/rental/letters";
import { camelName, rentalOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { form } from "../components/form.ts";
import { filters, listQuery, pageLinks, pageOfList } from "../components/list.ts";
import { bar, linkButton } from "../components/notice.ts";
import { table } from "../components/table.ts";
import type { Words } from "../components/words.ts";
import type { ActionDefinition, Html, PageDefinition } from "../frame/definitions.ts";
import { colon, moment, numberText } from "../frame/formats.ts";
import { type AgencyVisit, agencyAction, agencyPage, withAgencyLinks } from "./agency-visit.ts";
import { downloadPage } from "./download.ts";
import { FIELD_WORDS, labelOf } from "./field-words.ts";
import { moneyTexts } from "./money-texts.ts";
import { runTitle, runTrail } from "./runs.ts";

const { cancelLetters, createLetters, downloadLetters, getBillingRun, getLetters, listLetters } = rentalOperations;

type Letters = ReplyOf<typeof listLetters>["value"][number];

const KINDS: Readonly<Record<(typeof LETTER_KINDS)[number], Words>> = {
  notice: { en: "Rent notices", fr: "Avis d'échéance" },
  receipt: { en: "Receipts", fr: "Quittances" },
  revision: { en: "Letters of revision", fr: "Lettres de révision" },
  reminder: { en: "Reminders", fr: "Relances" },
  charge_statement: { en: "Charge statements", fr: "Décomptes de charges" },
  owner_statement: { en: "Owners' statements", fr: "Comptes rendus de gestion" },
};

const STATUSES: Readonly<Record<Letters["status"], Words>> = {
  queued: { en: "Waiting", fr: "En attente" },
  running: { en: "Being printed", fr: "En cours d'impression" },
  completed: { en: "Ready", fr: "Prêt" },
  failed: { en: "Failed", fr: "En échec" },
  cancelled: { en: "Cancelled", fr: "Annulé" },
};

const TEXTS = {
  progress: { en: "Printed", fr: "Imprimés" },
  failures: { en: "Not printed", fr: "Non imprimés" },
  warnings: { en: "To check", fr: "À vérifier" },
  missing: { en: "Some letters lack", fr: "Il manque sur des courriers" },
  question: {
    en: "A letter for each rent call of this run is printed into one file, by postcode and name.",
    fr: "Un courrier par appel de loyer de ce quittancement est imprimé dans un seul fichier, par code postal et nom.",
  },
  cancelQuestion: {
    en: "The letters are not printed to their end, and what is printed is removed.",
    fr: "Les courriers ne sont pas imprimés jusqu'au bout, et ce qui est imprimé est retiré.",
  },
} satisfies Readonly<Record<string, Words>>;

const isUnderWay = ({ status }: Letters): boolean => status === "queued" || status === "running";

/** Letters that were printed as many, newest first; the table is fetched again while some are printed. */
const letters: PageDefinition = agencyPage("/agency/letters", [listLetters], async (visit) => {
  const { language, texts, words } = visit;
  const query = listQuery(visit, { defaults: { sort: "created_at", direction: "desc" } });
  const reply = await visit.call(listLetters, { query });
  const kinds = LETTER_KINDS.map((value) => ({ value, text: KINDS[value][language] }));
  const live = reply.value.some(isUnderWay) ? html` data-live="2" aria-live="polite"` : "";
  const main = html`${filters(visit, {
    fields: [
      {
        ...{ name: "q[kind_eq]", label: FIELD_WORDS.kind[language], kind: "select" },
        options: [{ value: "", text: "–" }, ...kinds],
      },
    ],
    kept: ["mandataire_id"],
  })}
<div id="letters"${live}>${table({
    ...{ caption: words.headings.letters, empty: texts.nothing, rows: reply.value },
    columns: [
      { head: FIELD_WORDS.kind[language], cell: ({ kind }) => KINDS[kind][language] },
      { head: FIELD_WORDS.createdAt[language], cell: ({ createdAt }) => moment(language, createdAt) },
      { head: FIELD_WORDS.status[language], cell: ({ status }) => STATUSES[status][language] },
      {
        head: TEXTS.progress[language],
        isNumber: true,
        cell: ({ done, total }) => `${numberText(language, done)} / ${numberText(language, total)}`,
      },
      {
        head: TEXTS.failures[language],
        isNumber: true,
        cell: ({ failures }) => numberText(language, failures.length),
      },
      { head: TEXTS.warnings[language], cell: (row) => warningsOf(visit, row) },
      { head: texts.actions, cell: (row) => lettersActions(visit, row) },
    ],
  })}</div>
${pageLinks(visit, pageOfList(reply))}`;
  return withAgencyLinks(visit, { title: words.headings.letters, main });
});

/** Renders what some of the letters lack, and why a template or logo of the agency was not used. */
function warningsOf({ language }: AgencyVisit, { missing, warning }: Letters): Html | string {
  const names = missing.map((name) => labelOf(language, camelName(name)));
  const lines = [
    ...(names.length > 0 ? [`${TEXTS.missing[language]}${colon(language)}${names.join(", ")}`] : []),
    ...(warning === null ? [] : [warning]),
  ];
  return lines.length === 0 ? "–" : html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

function lettersActions(visit: AgencyVisit, row: Letters): Html | string {
  const { download, cancel } = visit.texts.controls;
  const of = `${KINDS[row.kind][visit.language]}, ${moment(visit.language, row.createdAt)}`;
  const at = (verb: string) => visit.href(`/agency/letters/${row.id}/${verb}`);
  const links = [
    ...(row.downloadUrl === null ? [] : [linkButton(at("download"), download, `${download} ${of}`)]),
    ...(isUnderWay(row) ? [linkButton(at("cancel"), cancel, `${cancel} ${of}`)] : []),
  ];
  return links.length === 0 ? "–" : bar(links);
}

/** Prints the notices or receipts of a run. */
const printRun: ActionDefinition = agencyAction({
  path: "/agency/runs/{id}/letters",
  operations: [getBillingRun, createLetters],
  form: async (visit, typed) => {
    const { language } = visit;
    const { value } = await visit.call(getBillingRun, { params: { id: visit.param("id") } });
    const title = moneyTexts(language).printLetters;
    const kinds = (["notice", "receipt"] as const).map((kind) => ({ value: kind, text: KINDS[kind][language] }));
    const main = form(visit, typed, {
      before: html`<p>${runTitle(visit, value)}</p><p>${TEXTS.question[language]}</p>`,
      fields: [
        {
          ...{ name: "kind", label: FIELD_WORDS.kind[language], kind: "select", isRequired: true },
          options: kinds,
        },
      ],
      ...{ button: title, cancel: visit.to(`/agency/runs/${value.id}`) },
    });
    return withAgencyLinks(visit, { title, main, trail: runTrail(visit, value) });
  },
  perform: async (visit, typed) => {
    const body = { kind: typed.value("kind") ?? "", billing_run_id: visit.param("id") };
    await visit.call(createLetters, { body });
    return { to: visit.to("/agency/letters") };
  },
});

const cancel: ActionDefinition = agencyAction({
  path: "/agency/letters/{id}/cancel",
  operations: [getLetters, cancelLetters],
  form: async (visit, typed) => {
    const { language, words } = visit;
    const { value } = await visit.call(getLetters, { params: { id: visit.param("id") } });
    const title = visit.texts.controls.cancel;
    const main = form(visit, typed, {
      before: html`<p>${KINDS[value.kind][language]}, ${moment(language, value.createdAt)}</p><p>${TEXTS.cancelQuestion[language]}</p>`,
      ...{ button: title, isDangerous: true },
    });
    const trail = [{ path: visit.to("/agency/letters"), text: words.headings.letters }];
    return withAgencyLinks(visit, { title, main, trail });
  },
  perform: async (visit) => {
    await visit.call(cancelLetters, { params: { id: visit.param("id") } });
    return { to: visit.to("/agency/letters") };
  },
});

export const letterPages: readonly PageDefinition[] = [
  letters,
  downloadPage("/agency/letters/{id}/download", downloadLetters),
];

export const letterActions: readonly ActionDefinition[] = [printRun, cancel];
