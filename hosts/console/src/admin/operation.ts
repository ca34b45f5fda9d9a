import { auditOperations, hostOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { facts } from "../components/facts.ts";
import { filters, listQuery, pageLinks, pageOfList } from "../components/list.ts";
import { table } from "../components/table.ts";
import type { PageDefinition } from "../frame/definitions.ts";
import { moment } from "../frame/formats.ts";
import { adminPage, withAdminLinks } from "./admin-page.ts";
import { ADMIN_TEXTS } from "./texts.ts";

const { listAuditEvents } = auditOperations;
const { getReadiness } = hostOperations;

const audit = adminPage("/admin/audit", [listAuditEvents], async (visit) => {
  const { language, texts } = visit;
  const { headings, fields } = ADMIN_TEXTS[language];
  const reply = await visit.call(listAuditEvents, { query: listQuery(visit, { defaults: { page: "1" } }) });
  const main = html`${filters(visit, {
    fields: [
      { name: "q[action_cont]", label: fields.action },
      { name: "q[actor_id_eq]", label: fields.actor },
      { name: "q[resource_type_eq]", label: fields.resourceType },
      { name: "q[resource_id_eq]", label: fields.resourceId },
      { name: "q[at_gteq]", label: fields.from, kind: "date" },
      { name: "q[at_lteq]", label: fields.to, kind: "date" },
    ],
  })}
${table({
  ...{ caption: headings.audit, empty: texts.nothing, rows: reply.value },
  columns: [
    { head: fields.at, cell: ({ at }) => moment(language, at) },
    { head: fields.action, cell: ({ action }) => html`<code>${action}</code>` },
    { head: fields.actor, cell: ({ actorId }) => actorId ?? "–" },
    {
      head: fields.resourceType,
      cell: ({ resourceType, resourceId }) =>
        resourceType === null ? "–" : html`<code>${resourceType} ${resourceId ?? ""}</code>`,
    },
    { head: fields.address, cell: ({ address }) => address ?? "–" },
    { head: fields.requestId, cell: ({ requestId }) => requestId ?? "–" },
    { head: fields.detail, cell: ({ detail }) => html`<code>${JSON.stringify(detail)}</code>` },
  ],
})}
${pageLinks(visit, pageOfList(reply))}`;
  return withAdminLinks(visit, { title: headings.audit, main, page: "audit" });
});

const health = adminPage("/admin/health", [getReadiness], async (visit) => {
  const { headings, health: words } = ADMIN_TEXTS[visit.language];
  const { value } = await visit.call(getReadiness);
  const main = facts([
    [words.database, words[value.checks.database]],
    [words.blobs, words[value.checks.blobs]],
  ]);
  return withAdminLinks(visit, { title: headings.health, main, page: "health" });
});

export const operationPages: readonly PageDefinition[] = [audit, health];
