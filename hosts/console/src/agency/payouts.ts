import { rentalOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { filters, listQuery, pageLinks, pageOfList } from "../components/list.ts";
import { bar, linkButton } from "../components/notice.ts";
import { table } from "../components/table.ts";
import type { ActionDefinition, Html, PageDefinition } from "../frame/definitions.ts";
import { moment, moneyText, numberText } from "../frame/formats.ts";
import { type AgencyVisit, agencyPage, withAgencyLinks } from "./agency-visit.ts";
import { choiceText } from "./choice-words.ts";
import { downloadPage } from "./download.ts";
import { moneyTexts } from "./money-texts.ts";
import { questionAction } from "./question-action.ts";
import { recordLink } from "./record-table.ts";

const {
  createPayoutExport,
  deletePayoutExport,
  downloadPayoutExport,
  getOwnerPayout,
  getPayoutExport,
  listOwnerPayouts,
  listPayoutExports,
  orderOwnerPayoutAgain,
} = rentalOperations;

const STATUSES = ["ordered", "transmitted", "executed", "failed", "blocked", "cancelled"];

const payouts: PageDefinition = agencyPage("/agency/payouts", [listOwnerPayouts, listPayoutExports], async (visit) => {
  const { makePain001 } = visit.texts.controls;
  const main = html`${bar([linkButton(visit.href("/agency/payouts/exports"), makePain001)])}
${await payoutTable(visit)}${await exportTable(visit)}`;
  return withAgencyLinks(visit, { title: visit.words.headings.payouts, main });
});

async function payoutTable(visit: AgencyVisit): Promise<Html> {
  const { language, texts, words } = visit;
  const own = moneyTexts(language);
  const query = listQuery(visit, { defaults: { sort: "ordered_at", direction: "desc" } });
  const reply = await visit.call(listOwnerPayouts, { query });
  return html`${filters(visit, {
    fields: [
      {
        ...{ name: "q[status_eq]", label: own.status, kind: "select" },
        options: [{ value: "", text: "–" }, ...STATUSES.map((value) => ({ value, text: choiceText(language, value) }))],
      },
      { name: "q[owner_name_cont]", label: own.beneficiary },
    ],
    kept: ["mandataire_id"],
  })}
${table({
  ...{ caption: words.headings.payouts, empty: texts.nothing, rows: reply.value },
  columns: [
    { head: own.reference, cell: ({ reference }) => reference },
    { head: own.beneficiary, cell: ({ ownerId, ownerName }) => recordLink(visit, "owners", ownerId, ownerName) },
    { head: own.amount, isNumber: true, cell: ({ amountCents }) => moneyText(language, amountCents) },
    { head: own.status, cell: ({ status }) => choiceText(language, status) },
    { head: own.ordered, cell: ({ orderedAt }) => moment(language, orderedAt) },
    { head: own.transmitted, cell: ({ transmittedAt }) => moment(language, transmittedAt) },
    { head: own.executed, cell: ({ executedAt }) => moment(language, executedAt) },
    {
      head: texts.actions,
      cell: ({ id, status, reference }) =>
        status === "failed"
          ? linkButton(
              visit.href(`/agency/payouts/${id}/order_again`),
              own.orderAgain,
              `${own.orderAgain} ${reference}`,
            )
          : "–",
    },
  ],
})}
${pageLinks(visit, pageOfList(reply))}`;
}

async function exportTable(visit: AgencyVisit): Promise<Html> {
  const { language, texts } = visit;
  const own = moneyTexts(language);
  const { value } = await visit.call(listPayoutExports, { query: "per_page=25&sort=created_at&direction=desc" });
  const { download, notReceived } = texts.controls;
  return html`<section><h2>${own.files}</h2>${table({
    ...{ caption: own.files, empty: texts.nothing, rows: value },
    columns: [
      { head: own.file, cell: ({ messageId }) => messageId },
      { head: own.payouts, isNumber: true, cell: ({ payoutsCount }) => numberText(language, payoutsCount) },
      { head: own.total, isNumber: true, cell: ({ totalAmount }) => moneyText(language, totalAmount) },
      { head: own.transmitted, cell: ({ createdAt }) => moment(language, createdAt) },
      {
        head: texts.actions,
        cell: ({ id, messageId }) =>
          bar([
            linkButton(visit.href(`/agency/payouts/exports/${id}/download`), download, `${download} ${messageId}`),
            linkButton(visit.href(`/agency/payouts/exports/${id}/delete`), notReceived, `${notReceived} ${messageId}`),
          ]),
      },
    ],
  })}</section>`;
}

const download = downloadPage("/agency/payouts/exports/{id}/download", downloadPayoutExport);

const make: ActionDefinition = questionAction({
  ...{ page: "payouts", path: "exports", operations: [listOwnerPayouts, createPayoutExport] },
  button: ({ texts }) => texts.controls.makePain001,
  question: async (visit) => {
    const reply = await visit.call(listOwnerPayouts, { query: "per_page=1&q[status_eq]=ordered" });
    return `${moneyTexts(visit.language).makeQuestion} ${numberText(visit.language, pageOfList(reply).total)}`;
  },
  perform: async (visit) => visit.call(createPayoutExport, { body: { format: "pain.001" } }),
});

const notReceived: ActionDefinition = questionAction({
  ...{ page: "payouts", path: "exports/{id}/delete", isDangerous: true },
  operations: [getPayoutExport, deletePayoutExport],
  button: ({ texts }) => texts.controls.notReceived,
  question: async (visit) => {
    const { value } = await visit.call(getPayoutExport, { params: { id: visit.param("id") } });
    return `${value.messageId} – ${moneyTexts(visit.language).notReceivedQuestion}`;
  },
  perform: async (visit) => visit.call(deletePayoutExport, { params: { id: visit.param("id") } }),
});

const orderAgain: ActionDefinition = questionAction({
  ...{ page: "payouts", path: "{id}/order_again", operations: [getOwnerPayout, orderOwnerPayoutAgain] },
  button: ({ language }) => moneyTexts(language).orderAgain,
  question: async (visit) => {
    const { value } = await visit.call(getOwnerPayout, { params: { id: visit.param("id") } });
    return `${value.reference} – ${moneyTexts(visit.language).orderAgainQuestion}`;
  },
  perform: async (visit) => visit.call(orderOwnerPayoutAgain, { params: { id: visit.param("id") } }),
});

export const payoutPages: readonly PageDefinition[] = [payouts, download];

export const payoutActions: readonly ActionDefinition[] = [make, notReceived, orderAgain];
