import { RENTAL_BASE } from "@cartulary/wire";
import type { House } from "../../support/application-fixture.ts";
import {
  actingOn,
  bookMakersFor,
  FEC_EXPORTS,
  fees,
  membersAt,
  PERIODS,
  receipt,
  rentCall,
} from "../../support/books.ts";
import type { AccountingPeriodBody } from "../../support/records.ts";
import { expectStatus } from "../../support/refusals.ts";
import type { Asking } from "../../support/send-request.ts";
import { camtOf, taken } from "../../support/statements.ts";
import {
  appliedRun,
  chargeStatement,
  failedPayout,
  heldDeposit,
  overdueCall,
  payoutExport,
  printedLetters,
  runInReview,
  waitingLetters,
} from "./sample-runs.ts";
import { type EstateNoun, type Ids, namedBy } from "./samples.ts";

/** Records that exist once. */
type Begun = Pick<Ids, "mandataire" | "accounting_entry" | "portal_key" | "graph_key">;

/** Records that operations may change or use up. */
type Changing = Pick<
  Ids,
  | "period"
  | "fec_export"
  | "empty_mandataire"
  | "member"
  | "owning"
  | "owning_profile"
  | "owned"
  | "begun_mandate"
  | "served_mandate"
  | "mandate_service"
  | "service_event"
  | "incident_attachment"
  | "billing_run"
  | "billing_run_line"
  | "validated_run"
  | "rent_call"
  | "overdue_call"
  | "reminder"
  | "revised_lease"
  | "revision"
  | "owner_payout"
  | "payout_export"
  | "letters"
  | "printed_letters"
  | "failed_payout"
  | "security_deposit"
  | "supplier_invoice"
  | "charge_statement"
  | "charged_lease"
  | "payment"
  | "bank_transaction"
  | "waiting_transaction"
  | "bank_assignment"
  | EstateNoun
>;

/** Makes, as the administrator, what the operations of one mandataire are about. */
export interface AgencyFurnisher {
  /** One record of everything, the same at every call. */
  furnish(): Promise<Begun & Changing>;
  /** New records for those that an operation names in its path or its body; the rest stays. */
  renew(operation: { readonly method: string; readonly path: string }, ids: Ids): Promise<Ids>;
}

const CONNECTORS = "/api/v1/connectors";

/** Those in suspense have references of their own. */
let transactionsSuspended = 0;
const INDEX_VALUES = `${RENTAL_BASE}/index_values`;

export function agencyFurnisher(house: House, sample: (name: string, ids: Ids) => Asking): AgencyFurnisher {
  const { admin } = house;
  const bookMakers = bookMakersFor(house);
  let furnished: Promise<Begun & Changing> | null = null;

  async function make(collection: string, ids: Ids): Promise<string> {
    const path = `${RENTAL_BASE}/${collection}`;
    return expectStatus(await admin.ask<{ id: string }>("POST", path, sample(`POST ${path}`, ids)), 201).id;
  }

  async function post<Body>(path: string, { mandataire }: Ids, json: object, status = 201): Promise<Body> {
    return expectStatus(await admin.ask<Body>("POST", RENTAL_BASE + path, actingOn(mandataire, { json })), status);
  }

  /** Books that began long ago, so that there always is a month to close. */
  async function begun(): Promise<Begun> {
    const iban = "FR7630006000011234567890189";
    const { id } = await bookMakers.mandataire({ iban });
    const quiet = { id: "1", from: "2026-01-01", to: "2026-01-31", opening: 0, iban, entries: [] };
    await taken(house, { id }, camtOf([quiet]));
    const moved = [rentCall("2023-01-05", 100_000), receipt("2023-02-05", 40_000), fees("2023-02-05", 10_000)];
    const [entry] = await bookMakers.post(id, ...moved);
    const values = await admin.ask<unknown>("POST", INDEX_VALUES, sample(`POST ${INDEX_VALUES}`, {} as Ids));
    expectStatus(values, 200);
    const index_values = [{ index_code: "ILC", period: "2025-Q1", value: 135.87, published_on: "2025-06-20" }];
    expectStatus(await admin.ask<unknown>("POST", INDEX_VALUES, { json: { index_values } }), 200);
    const connector = { name: "a portal", area: "portal", mandataire_id: id };
    const keyOf = async (json: object) =>
      expectStatus(await admin.ask<{ key: string }>("POST", CONNECTORS, { json }), 201).key;
    return {
      ...{ mandataire: id, accounting_entry: entry?.id ?? "" },
      portal_key: await keyOf(connector),
      graph_key: await keyOf({ name: "a graph", area: "knowledge_graph" }),
    };
  }

  async function nextMonth({ mandataire }: Ids): Promise<Pick<Ids, "period">> {
    const periods = await admin.ask<readonly AccountingPeriodBody[]>("GET", PERIODS, actingOn(mandataire));
    return { period: expectStatus(periods, 200).find(({ status }) => status === "open")?.period ?? "" };
  }

  /** A mandataire that the administrator is no member of. */
  async function emptyMandataire(): Promise<Pick<Ids, "empty_mandataire" | "member">> {
    const member = await house.person();
    const empty = await bookMakers.mandataire({}, [member]);
    expectStatus(await admin.ask<unknown>("DELETE", `${membersAt(empty.id)}/${admin.id}`), 204);
    return { empty_mandataire: empty.id, member: member.id };
  }

  /** Of a year whose files need not be retained any more. */
  async function removableFile({ mandataire }: Ids): Promise<Pick<Ids, "fec_export">> {
    const asking = actingOn(mandataire, { json: { year: 2010 } });
    return { fec_export: expectStatus(await admin.ask<{ id: string }>("POST", FEC_EXPORTS, asking), 201).id };
  }

  async function ownerWithUnit(ids: Ids): Promise<Pick<Ids, "owning" | "owning_profile" | "owned">> {
    const owner = await post<{ id: string; profileId: string }>("/owners", ids, { first_name: "Anne" });
    const owned = await make("units", { ...ids, property: await make("properties", ids) });
    return { owning: owner.id, owning_profile: owner.profileId, owned };
  }

  async function beginMandate(ids: Ids): Promise<string> {
    const { owning_profile } = await ownerWithUnit(ids);
    const json = { owner_profile_id: owning_profile, reference: "M", start_date: "2026-01-01" };
    return (await post<{ id: string }>("/mandates", ids, json)).id;
  }

  async function served(ids: Ids): Promise<Pick<Ids, "served_mandate" | "mandate_service" | "service_event">> {
    const { owning_profile } = await ownerWithUnit(ids);
    const mandate_services = [{ service_type: "inventory", billing_mode: "per_event", amount_cents: 9_000 }];
    const json = { owner_profile_id: owning_profile, reference: "S", start_date: "2026-01-01", mandate_services };
    type Served = { readonly id: string; readonly mandateServices: readonly { readonly id: string }[] };
    const { id: served_mandate, mandateServices } = await post<Served>("/mandates", ids, json);
    const mandate_service = mandateServices[0]?.id ?? "";
    const made = { ...ids, served_mandate, mandate_service };
    const event = sample("POST /rental/api/v1/mandates/{id}/service_events", made).json ?? {};
    const { id } = await post<{ id: string }>(`/mandates/${served_mandate}/service_events`, ids, event);
    return { served_mandate, mandate_service, service_event: id };
  }

  async function openLease(ids: Ids, ...doors: readonly string[]): Promise<string> {
    const id = await make("leases", ids);
    for (const door of doors) {
      const json = door === "give_notice" ? { notice_date: "2026-03-01" } : {};
      await post(`/leases/${id}/${door}`, ids, json, 200);
    }
    return id;
  }

  /** An anniversary of its has come. */
  async function revisableLease(ids: Ids): Promise<string> {
    const clause = { index_type: "ILC", index_base_date: "2023-01-01", index_base_value: 128.68 };
    const json = {
      lease: {
        ...{ reference: "R", lease_type: "commercial", status: "active" },
        ...{ start_date: "2024-02-01", signature_date: "2024-01-15" },
      },
      units: [{ id: ids.owned, base_rent_cents: 100_000 }],
      lease_units: [{ id: ids.owned, ...clause }],
      tenant_id: ids.tenant,
    };
    return (await post<{ id: string }>("/leases", ids, json)).id;
  }

  /** As it was reported, with a file. */
  async function reportIncident(ids: Ids): Promise<Pick<Ids, "incident" | "incident_attachment">> {
    const [path, attachments] = ["/portal/v1/incidents", "/portal/v1/incidents/{id}/attachments"];
    const declared = await house.ask<{ id: string }>("POST", path, sample(`POST ${path}`, ids));
    const { id: incident } = expectStatus(declared, 201);
    const at = attachments.replace("{id}", incident);
    const attached = await house.ask<{ id: string }>("POST", at, sample(`POST ${attachments}`, ids));
    return { incident, incident_attachment: expectStatus(attached, 201).id };
  }

  /** Of the rent call. */
  async function payACent(ids: Ids): Promise<Pick<Ids, "payment" | "bank_transaction">> {
    const { mandataire, rent_call, portal_key } = ids;
    const found = <Body>(path: string) => admin.ask<Body>("GET", RENTAL_BASE + path, actingOn(mandataire));
    const { reference } = expectStatus(await found<{ reference: string }>(`/rent_calls/${rent_call}`), 200);
    const sent = { booked_on: "2026-02-27", amount_cents: 1, direction: "inbound", rent_call_reference: reference };
    const json = { transactions: [{ ...sent, bank_reference: `A cent of ${reference}` }] };
    const headers = { "x-connector-key": portal_key };
    expectStatus(await house.ask<unknown>("POST", "/portal/v1/bank_transactions", { json, headers }), 200);
    const all = await found<readonly { id: string; paymentId: string }[]>("/bank_transactions?sort=created_at");
    const last = expectStatus(all, 200).find(({ paymentId }) => paymentId !== null);
    return { payment: last?.paymentId ?? "", bank_transaction: last?.id ?? "" };
  }

  /** A transaction of unknown purpose. */
  async function suspend(ids: Ids): Promise<Pick<Ids, "waiting_transaction" | "bank_assignment">> {
    transactionsSuspended += 1;
    const bank_reference = `In suspense ${transactionsSuspended}`;
    const json = {
      transactions: [{ bank_reference, booked_on: "2026-02-27", amount_cents: 100, direction: "inbound" }],
    };
    const headers = { "x-connector-key": ids.portal_key };
    expectStatus(await house.ask<unknown>("POST", "/portal/v1/bank_transactions", { json, headers }), 200);
    const path = `${RENTAL_BASE}/bank_transactions`;
    const named = actingOn(ids.mandataire, { query: { "q[bank_reference_eq]": bank_reference } });
    const [found] = expectStatus(await admin.ask<readonly { id: string }[]>("GET", path, named), 200);
    const waiting_transaction = found?.id ?? "";
    const lines = [{ account_code: "580000", amount_cents: 40 }];
    type Assigned = { readonly assignments: readonly { readonly id: string }[] };
    const assigned = await post<Assigned>(`/bank_transactions/${waiting_transaction}/assignments`, ids, { lines });
    return { waiting_transaction, bank_assignment: assigned.assignments[0]?.id ?? "" };
  }

  const inReview = (ids: Ids) => runInReview(house, ids);
  const applied = (ids: Ids) => appliedRun(house, ids);
  const settled = (ids: Ids) => chargeStatement(house, ids);
  const overdue = (ids: Ids) => overdueCall(house, ids);

  const revised = async (ids: Ids) => {
    const revised_lease = await revisableLease(ids);
    const { id: revision } = await post<{ id: string }>(`/leases/${revised_lease}/revisions`, ids, {});
    return { revised_lease, revision };
  };

  /** How each record is created from earlier ones; records that are created together have the same function. */
  const makers: Readonly<Record<keyof Changing, (ids: Ids) => Promise<Partial<Changing>>>> = {
    period: nextMonth,
    fec_export: removableFile,
    empty_mandataire: emptyMandataire,
    member: emptyMandataire,
    property: async (ids) => ({ property: await make("properties", ids) }),
    unit: async (ids) => ({ unit: await make("units", ids) }),
    owner: async (ids) => ({ owner: await make("owners", ids) }),
    tenant: async (ids) => ({ tenant: await make("tenants", ids) }),
    rental_contact: async (ids) => ({ rental_contact: await make("contacts", ids) }),
    service_provider: async (ids) => ({ service_provider: await make("service_providers", ids) }),
    owning: ownerWithUnit,
    owning_profile: ownerWithUnit,
    owned: ownerWithUnit,
    ownership: async (ids) => ({ ownership: await make("ownerships", { ...ids, ...(await ownerWithUnit(ids)) }) }),
    mandate: async (ids) => ({ mandate: await make("mandates", { ...ids, ...(await ownerWithUnit(ids)) }) }),
    served_mandate: served,
    mandate_service: served,
    service_event: served,
    begun_mandate: async (ids) => ({ begun_mandate: await beginMandate(ids) }),
    lease: async (ids) => ({ lease: await openLease(ids) }),
    signed_lease: async (ids) => ({ signed_lease: await openLease(ids) }),
    dropped_lease: async (ids) => ({ dropped_lease: await openLease(ids) }),
    active_lease: async (ids) => ({ active_lease: await openLease(ids, "activate") }),
    noticed_lease: async (ids) => ({ noticed_lease: await openLease(ids, "activate", "give_notice") }),
    revisable_lease: async (ids) => ({ revisable_lease: await revisableLease(ids) }),
    lease_term: async (ids) => ({ lease_term: await make("lease_terms", ids) }),
    lease_party: async (ids) => ({ lease_party: await make("lease_parties", ids) }),
    incident: reportIncident,
    incident_attachment: reportIncident,
    billing_run: inReview,
    billing_run_line: inReview,
    validated_run: applied,
    rent_call: applied,
    overdue_call: overdue,
    reminder: overdue,
    revised_lease: revised,
    revision: revised,
    owner_payout: applied,
    payout_export: async (ids) => ({ payout_export: await payoutExport(house, ids) }),
    charge_statement: settled,
    charged_lease: settled,
    supplier_invoice: async (ids) => {
      const path = "/rental/api/v1/supplier_invoices";
      return {
        supplier_invoice: expectStatus(await admin.ask<{ id: string }>("POST", path, sample(`POST ${path}`, ids)), 201)
          .id,
      };
    },
    security_deposit: async (ids) => ({ security_deposit: await heldDeposit(house, ids) }),
    failed_payout: async (ids) => ({ failed_payout: await failedPayout(house, ids) }),
    payment: payACent,
    bank_transaction: payACent,
    waiting_transaction: suspend,
    bank_assignment: suspend,
    printed_letters: async (ids) => ({ printed_letters: await printedLetters(house, ids) }),
    letters: async (ids) => ({ letters: await waitingLetters(house, ids) }),
  };

  async function makeAnew(names: readonly (keyof Changing)[], standing: Begun): Promise<Begun & Changing> {
    let ids = standing as Ids;
    for (const maker of new Set(names.map((name) => makers[name]))) ids = { ...ids, ...(await maker(ids)) };
    return ids;
  }

  const isChanging = (name: keyof Ids): name is keyof Changing => name in makers;

  return {
    async furnish() {
      furnished ??= begun().then((standing) => makeAnew(Object.keys(makers) as (keyof Changing)[], standing));
      return furnished;
    },

    async renew({ method, path }, ids) {
      const names = namedBy(path, (recorder) => sample(`${method} ${path}`, recorder)).filter(isChanging);
      return { ...ids, ...(await makeAnew(names, ids)) };
    },
  };
}
