import { cookieName, type Site } from "@cartulary/http/pages";
import { forbidden } from "@cartulary/kernel";
import { type Operation, rentalOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { serialize } from "hono/utils/cookie";
import type {
  ActionDefinition,
  Html,
  PageDefinition,
  PageResult,
  PageView,
  StreamDefinition,
} from "../frame/definitions.ts";
import type { Typed } from "../frame/form-input.ts";
import type { IncomingForm } from "../frame/incoming-files.ts";
import type { Visit } from "../frame/visit.ts";
import { AGENCY_TEXTS, type AgencyHeading, type AgencyTexts } from "./texts.ts";

/** A mandataire of which the person is a member. */
export interface Agency {
  readonly id: string;
  readonly name: string;
}

/** A visit to a page of one mandataire: its operations, links and forms all name that mandataire. */
export interface AgencyVisit extends Visit {
  readonly mandataireId: string;
  /** All mandataires of the person. */
  readonly agencies: readonly Agency[];
  readonly words: AgencyTexts;
  /** Returns a path of the agency with its mandataire, without the base: for `to` and `trail`. */
  to(path: string, query?: Readonly<Record<string, string>>): string;
  /** Returns a path with the base: for links. */
  href(path: string, query?: Readonly<Record<string, string>>): string;
}

const PARAMETER = "mandataire_id";
/** The cookie with the mandataire that the person chose last (console.md 6.4). */
const COOKIE = "cartulary_mandataire";
const YEAR_SECONDS = 31_536_000;
const AGENCIES_MAX = 100;

type Show = (visit: AgencyVisit) => Promise<PageResult>;

/** Declares a page of the agency, which is about one mandataire. */
export function agencyPage(path: string, operations: readonly Operation[], show: Show): PageDefinition {
  return {
    path,
    operations: [rentalOperations.listMandataires, ...operations],
    show: (visit) => inAgency(visit, show),
  };
}

/** Declares an action of the agency. */
export function agencyAction({
  form,
  perform,
  operations,
  ...action
}: Omit<ActionDefinition, "form" | "perform"> & {
  readonly form: (visit: AgencyVisit, typed: Typed) => Promise<PageResult>;
  readonly perform: (visit: AgencyVisit, typed: Typed) => Promise<PageResult>;
}): ActionDefinition {
  return {
    ...action,
    operations: [rentalOperations.listMandataires, ...operations],
    form: (visit, typed) => inAgency(visit, (agency) => form(agency, typed)),
    perform: (visit, typed) => inAgency(visit, (agency) => perform(agency, typed)),
  };
}

/** Declares an action of the agency that takes a file. */
export function agencyStream({
  form,
  receive,
  operations,
  ...stream
}: Omit<StreamDefinition, "form" | "receive"> & {
  readonly form: (visit: AgencyVisit, typed: Typed) => Promise<PageResult>;
  readonly receive: (visit: AgencyVisit, incoming: IncomingForm) => Promise<PageResult>;
}): StreamDefinition {
  return {
    ...stream,
    operations: [rentalOperations.listMandataires, ...operations],
    form: (visit, typed) => inAgency(visit, (agency) => form(agency, typed)),
    receive: (visit, incoming) => inAgency(visit, (agency) => receive(agency, incoming)),
  };
}

/** Shows a page of the mandataire that the query, the last choice or the only membership names; otherwise the chooser. */
async function inAgency(visit: Visit, show: Show): Promise<PageResult> {
  const { value: agencies } = await visit.call(rentalOperations.listMandataires, {
    query: `per_page=${AGENCIES_MAX}`,
  });
  if (agencies.length === 0) throw forbidden("You are a member of no mandataire");
  const sent = visit.queried(PARAMETER);
  const isMember = (id: string | undefined) => agencies.some((agency) => agency.id === id);
  if (sent !== undefined && !isMember(sent.toLowerCase())) throw forbidden("You are not a member of this mandataire");
  const last = visit.cookie(COOKIE);
  const chosen = sent?.toLowerCase() ?? (isMember(last) ? last : agencies.length === 1 ? agencies[0]?.id : undefined);
  if (chosen === undefined) {
    return visit.path === "/agency" ? chooser(visit, agencies) : { to: "/agency", done: null };
  }
  const result = await show(agencyVisit(visit, chosen, agencies));
  if (sent === undefined || "answer" in result) return result;
  return { ...result, headers: { ...result.headers, "Set-Cookie": choice(visit, chosen) } };
}

function choice(site: Site, mandataireId: string): string {
  const { base, secure } = site;
  return serialize(cookieName(COOKIE, site), mandataireId, {
    ...{ path: base === "" ? "/" : base, httpOnly: true, sameSite: "Lax", secure, maxAge: YEAR_SECONDS },
  });
}

function agencyVisit(visit: Visit, mandataireId: string, agencies: readonly Agency[]): AgencyVisit {
  const own = visit.query.filter(([name]) => name !== PARAMETER);
  const to: AgencyVisit["to"] = (path, query = {}) =>
    `${path}?${new URLSearchParams({ ...query, [PARAMETER]: mandataireId })}`;
  const search = new URLSearchParams([...own, [PARAMETER, mandataireId]] as [string, string][]);
  return {
    ...visit,
    ...{ mandataireId, agencies, to, words: AGENCY_TEXTS[visit.language], search: search.toString() },
    query: [...own, [PARAMETER, mandataireId]],
    href: (path, query) => visit.base + to(path, query),
    call: (operation, input = {}) =>
      visit.call(operation, operation.mandataire ? { ...input, query: withMandataire(input.query) } : input),
  };

  function withMandataire(query = ""): string {
    return [query, `${PARAMETER}=${mandataireId}`].filter((part) => part !== "").join("&");
  }
}

function chooser(visit: Visit, agencies: readonly Agency[]): PageView {
  const words = AGENCY_TEXTS[visit.language];
  const main = html`<p>${words.chooseAgency}</p>${agencyLinks(visit, agencies)}`;
  return { title: words.headings.dashboard, main, where: visit.texts.sections.rental };
}

/** Renders a link to the dashboard of each mandataire. */
export function agencyLinks({ base }: Visit, agencies: readonly Agency[]): Html {
  return html`<ul>${agencies.map(
    ({ id, name }) => html`<li><a href="${base}/agency?${PARAMETER}=${id}">${name}</a></li>`,
  )}</ul>`;
}

/** Renders a page of the agency below links to its other pages. */
export function withAgencyLinks(
  visit: AgencyVisit,
  page: { readonly title: string; readonly main: Html; readonly trail?: PageView["trail"] },
): PageView {
  const { words, texts } = visit;
  const links = AGENCY_PAGES.map(
    ([path, name]) =>
      html`<li><a href="${visit.href(path)}"${visit.path === path ? html` aria-current="page"` : ""}>${words.headings[name]}</a></li>`,
  );
  const { name = "" } = visit.agencies.find(({ id }) => id === visit.mandataireId) ?? {};
  return {
    title: page.title,
    main: page.main,
    sections: html`<nav class="sections" aria-label="${texts.sections.rental}"><ul>${links}</ul></nav>`,
    where: name,
    ...(page.trail && { trail: page.trail }),
  };
}

const AGENCY_PAGES = [
  ["/agency", "dashboard"],
  ["/agency/properties", "properties"],
  ["/agency/owners", "owners"],
  ["/agency/tenants", "tenants"],
  ["/agency/leases", "leases"],
  ["/agency/mandates", "mandates"],
  ["/agency/incidents", "incidents"],
  ["/agency/runs", "runs"],
  ["/agency/rent_calls", "rentCalls"],
  ["/agency/security_deposits", "securityDeposits"],
  ["/agency/charge_statements", "chargeStatements"],
  ["/agency/supplier_invoices", "supplierInvoices"],
  ["/agency/service_providers", "serviceProviders"],
  ["/agency/letters", "letters"],
  ["/agency/money", "money"],
  ["/agency/payouts", "payouts"],
  ["/agency/accounts", "accounts"],
] as const satisfies readonly (readonly [string, AgencyHeading])[];
