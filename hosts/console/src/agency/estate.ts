import { invalid } from "@cartulary/kernel";
import { type LeaseStatus, leaseTransitions } from "@cartulary/rental/property";
import { rentalOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { facts } from "../components/facts.ts";
import type { Field } from "../components/form.ts";
import type { Html } from "../frame/definitions.ts";
import type { Typed } from "../frame/form-input.ts";
import { dayText } from "../frame/formats.ts";
import type { AgencyVisit } from "./agency-visit.ts";
import { choiceText } from "./choice-words.ts";
import { ownerChoices, propertyChoices, tenantChoices, unitChoices } from "./choices.ts";
import { FIELD_WORDS } from "./field-words.ts";
import { recordLink, recordTable } from "./record-table.ts";
import type { Resource } from "./resource.ts";
import { type AnyRecord, recordFacts } from "./values.ts";

const record = { en: "Record", fr: "Fiche" };

/** Properties with their units. */
export const properties: Resource = {
  name: "properties",
  list: rentalOperations.listProperties,
  get: rentalOperations.getProperty,
  creation: { operation: rentalOperations.createProperty },
  change: { operation: rentalOperations.updateProperty },
  remove: { operation: rentalOperations.deleteProperty, isAllowed: ({ unitsCount }) => unitsCount === 0 },
  titleOf: ({ name }) => String(name),
  columns: ["name", "propertyType", "city", "unitsCount", "occupiedCount", "vacantCount", "occupancyRate"],
  filters: [
    { name: "q[name_cont]", field: "name" },
    { name: "q[city_cont]", field: "city" },
    { name: "q[property_type_eq]", field: "propertyType", choices: ["residential", "commercial", "mixed"] },
  ],
  sorts: ["name", "city", "created_at"],
  groups: [
    {
      legend: { en: "Building", fr: "Immeuble" },
      names: ["name", "propertyType", "address", "postalCode", "city", "hasElevator", "floorCount"],
    },
    {
      legend: { en: "Occupancy", fr: "Occupation" },
      names: ["unitsCount", "activeLeaseCount", "occupiedCount", "vacantCount", "totalSurface", "occupancyRate"],
    },
    {
      legend: record,
      names: [
        "active",
        "navigationOnly",
        "businessCode",
        "patrimonyCode",
        "externalId",
        "id",
        "createdAt",
        "updatedAt",
      ],
    },
  ],
  parts: (visit, { units, entrances, shareKeys }) => [
    recordTable(visit, { en: "Units", fr: "Lots" }, units, [
      ["identifier"],
      ["areaSqm"],
      ["leaseReference", ({ activeLease }) => leaseLink(visit, activeLease)],
    ]),
    recordTable(visit, { en: "Entrances", fr: "Entrées" }, entrances, [["name"], ["unitsCount"]]),
    recordTable(visit, { en: "Share keys", fr: "Clés de répartition" }, shareKeys, [["name"]]),
  ],
};

function leaseLink(visit: AgencyVisit, lease: unknown) {
  const { id, reference } = (lease ?? {}) as AnyRecord;
  return recordLink(visit, "leases", id, reference);
}

/** Mandates with the actions that their status allows. */
export const mandates: Resource = {
  name: "mandates",
  list: rentalOperations.listMandates,
  get: rentalOperations.getMandate,
  creation: {
    operation: rentalOperations.createMandate,
    pickers: { owner_profile_id: ownerChoices, property_id: propertyChoices },
    pickerOperations: [rentalOperations.listOwners, rentalOperations.listProperties],
  },
  change: { operation: rentalOperations.updateMandate },
  remove: { operation: rentalOperations.deleteMandate, isAllowed: ({ status }) => status === "draft" },
  titleOf: ({ reference }) => String(reference),
  columns: ["reference", "mandateType", "status", "ownerName", "propertyName", "startDate", "endDate"],
  filters: [
    { name: "q[reference_cont]", field: "reference" },
    { name: "q[owner_name_cont]", field: "ownerName" },
    { name: "q[status_eq]", field: "status", choices: ["draft", "active", "expired", "terminated"] },
  ],
  sorts: ["reference", "start_date", "end_date"],
  groups: [
    {
      legend: { en: "Mandate", fr: "Mandat" },
      names: [
        "reference",
        "mandateType",
        "status",
        "startDate",
        "endDate",
        "signatureDate",
        "renewalMode",
        "noticeMonths",
        "specialConditions",
      ],
    },
    { legend: { en: "Fees", fr: "Honoraires" }, names: ["managementFeeRate", "vatRateOnFees"] },
    {
      legend: { en: "Payouts and books", fr: "Versements et comptes" },
      names: [
        "distributionFrequency",
        "distributionDay",
        "distributionMarginDays",
        "depotGarantieDetention",
        "retenueDestination",
        "accountingMode",
        "effectiveAccountingMode",
      ],
    },
    {
      legend: record,
      names: [
        "ownerName",
        "propertyName",
        "businessCode",
        "ownerBusinessCode",
        "propertyBusinessCode",
        "id",
        "ownerId",
        "ownerActorId",
        "propertyId",
        "mandataireId",
        "createdAt",
        "updatedAt",
      ],
    },
  ],
  parts: (visit, { ownerActorId, ownerName, properties: own, mandateServices }) => [
    facts([[FIELD_WORDS.ownerName[visit.language], recordLink(visit, "owners", ownerActorId, ownerName)]]),
    recordTable(visit, { en: "Properties", fr: "Immeubles" }, own, [
      ["name", ({ id, name }) => recordLink(visit, "properties", id, name)],
      ["businessCode"],
    ]),
    recordTable(visit, { en: "Services", fr: "Prestations" }, mandateServices, [
      ["label", ({ label, serviceType }) => String(label ?? serviceType)],
    ]),
  ],
  actions: [
    {
      verb: "extend",
      operation: rentalOperations.extendMandate,
      label: { en: "Extend", fr: "Prolonger" },
      question: { en: "The mandate goes on until a later day.", fr: "Le mandat continue jusqu'à un jour ultérieur." },
      isAllowed: ({ status }) => status === "active" || status === "expired",
    },
    {
      verb: "terminate",
      operation: rentalOperations.terminateMandate,
      label: { en: "Terminate", fr: "Résilier" },
      question: {
        en: "The mandate ends on this day, today if it is left empty.",
        fr: "Le mandat prend fin ce jour-là, aujourd'hui si le champ reste vide.",
      },
      isAllowed: ({ status }) => status === "active",
      isDangerous: true,
    },
  ],
};

const mayBecome =
  (action: keyof typeof leaseTransitions) =>
  ({ status }: AnyRecord) =>
    leaseTransitions[action].from.includes(status as LeaseStatus);

/** Leases with the actions that their status allows. */
export const leases: Resource = {
  name: "leases",
  list: rentalOperations.listLeases,
  get: rentalOperations.getLease,
  creation: {
    operation: rentalOperations.createLease,
    part: "lease",
    pickers: { tenant_id: tenantChoices, unit_ids: unitChoices },
    pickerOperations: [rentalOperations.listTenants, rentalOperations.listUnits],
    extra: rentFields,
    complete: withRent,
  },
  change: { operation: rentalOperations.updateLease, part: "lease" },
  remove: { operation: rentalOperations.deleteLease, isAllowed: ({ status }) => status === "draft" },
  titleOf: ({ reference }) => String(reference),
  columns: [
    "reference",
    "status",
    "leaseType",
    "tenantName",
    "propertyName",
    "unitIdentifier",
    "monthlyRent",
    "endDate",
  ],
  filters: [
    { name: "q[reference_cont]", field: "reference" },
    { name: "q[tenant_name_cont]", field: "tenantName" },
    { name: "q[property_name_cont]", field: "propertyName" },
    { name: "q[status_eq]", field: "status", choices: ["draft", "active", "notice", "ended", "cancelled"] },
  ],
  sorts: ["reference", "tenant_name", "start_date", "end_date"],
  groups: [
    {
      legend: { en: "Lease", fr: "Bail" },
      names: [
        "reference",
        "leaseType",
        "status",
        "startDate",
        "endDate",
        "signatureDate",
        "autoRenewal",
        "noticeMonths",
        "renewalNoticePeriod",
        "renewalNoticeDate",
      ],
    },
    {
      legend: { en: "Rent", fr: "Loyer" },
      names: [
        "monthlyRent",
        "securityDeposit",
        "initialBalance",
        "paymentDay",
        "paymentFrequency",
        "paymentTiming",
        "revisionMode",
        "chargeType",
        "proration",
        "billingCalendar",
        "effectiveBillingCalendar",
        "billingCycleMonth",
        "effectiveBillingCycleMonth",
        "cafAllocataireNumber",
      ],
    },
    {
      legend: record,
      names: [
        "tenantName",
        "propertyName",
        "unitIdentifier",
        "externalId",
        "id",
        "tenantId",
        "propertyId",
        "updatedAt",
      ],
    },
  ],
  parts: (visit, lease) => [
    facts([
      [FIELD_WORDS.tenantName[visit.language], recordLink(visit, "tenants", lease.tenantId, lease.tenantName)],
      [FIELD_WORDS.propertyName[visit.language], recordLink(visit, "properties", lease.propertyId, lease.propertyName)],
    ]),
    recordTable(visit, { en: "Units", fr: "Lots" }, lease.units, [
      ["identifier"],
      ["areaSqm"],
      ["entryDate"],
      ["exitDate"],
      ["baseRentCents"],
      ["chargeProvisionCents"],
    ]),
    recordTable(visit, { en: "Terms", fr: "Termes" }, lease.terms, [
      ["effectiveFrom"],
      ["effectiveTo"],
      ["baseRent"],
      ["chargeProvision"],
      ["totalMonthly"],
    ]),
    recordTable(visit, { en: "Parties", fr: "Parties" }, lease.parties, [
      ["name"],
      ["role", ({ role }) => choiceText(visit.language, String(role))],
      ["email"],
      ["validFrom"],
      ["validTo"],
    ]),
    revisionFacts(visit, lease.revisionIndicator),
    recordTable(visit, { en: "Revisions", fr: "Révisions" }, lease.revisions, [
      ["revisionDate"],
      ["indexCode"],
      ["oldRent"],
      ["newRent"],
      ["increasePercent"],
      ["document", (revision) => revisionLetter(visit, lease, revision)],
    ]),
  ],
  actions: [
    {
      verb: "revisions",
      operation: rentalOperations.applyLeaseRevision,
      label: { en: "Revise the rent", fr: "Réviser le loyer" },
      question: {
        en: "The rent is revised by its index from this day on, today if it is left empty.",
        fr: "Le loyer est révisé selon son indice à partir de ce jour, aujourd'hui si le champ reste vide.",
      },
      isAllowed: ({ revisionIndicator }) => ((revisionIndicator ?? {}) as AnyRecord).revisionDue === true,
    },
    {
      verb: "activate",
      operation: rentalOperations.activateLease,
      label: { en: "Activate", fr: "Activer" },
      question: { en: "The lease comes into force and is billed.", fr: "Le bail entre en vigueur et sera quittancé." },
      isAllowed: mayBecome("activate"),
    },
    {
      verb: "give_notice",
      operation: rentalOperations.giveLeaseNotice,
      label: { en: "Give notice", fr: "Donner congé" },
      question: {
        en: "The lease ends after its notice, or on the day named here.",
        fr: "Le bail prend fin après le préavis, ou le jour indiqué ici.",
      },
      isAllowed: mayBecome("giveNotice"),
    },
    {
      verb: "withdraw_notice",
      operation: rentalOperations.withdrawLeaseNotice,
      label: { en: "Withdraw notice", fr: "Retirer le congé" },
      question: { en: "The lease goes on as before the notice.", fr: "Le bail continue comme avant le congé." },
      isAllowed: mayBecome("withdrawNotice"),
    },
    {
      verb: "cancel",
      operation: rentalOperations.cancelLease,
      label: { en: "Cancel lease", fr: "Annuler le bail" },
      question: { en: "The draft is cancelled for good.", fr: "Le brouillon est annulé définitivement." },
      isAllowed: mayBecome("cancel"),
      isDangerous: true,
    },
  ],
};

function revisionFacts(visit: AgencyVisit, indicator: unknown): Html {
  const found = (indicator ?? {}) as AnyRecord;
  const names = ["indexCode", "revisionDue", "revisionMonth", "lastRevisionDate", "estimatedIncrease"] as const;
  return recordFacts(visit, [{ legend: { en: "Next revision", fr: "Prochaine révision" }, names }], found);
}

function revisionLetter(visit: AgencyVisit, { id }: AnyRecord, { id: revision, revisionDate }: AnyRecord): Html {
  const { download } = visit.texts.controls;
  const at = visit.href(`/agency/leases/${String(id)}/revisions/${String(revision)}/document`);
  return html`<a href="${at}" aria-label="${download} ${dayText(visit.language, String(revisionDate))}">${download}</a>`;
}

/** The rent of the unit: the API takes it with the unit. */
const RENT_FIELDS = ["base_rent_cents", "charge_provision_cents"] as const;

function rentFields({ language }: AgencyVisit): readonly Field[] {
  return RENT_FIELDS.map((name) => ({
    name: `units[0][${name}]`,
    label: FIELD_WORDS[name === "base_rent_cents" ? "baseRentCents" : "chargeProvisionCents"][language],
    kind: "number",
  }));
}

/** Adds the rent of the unit, which the API takes with the unit. */
function withRent(body: AnyRecord, typed: Typed): AnyRecord {
  const cents = (name: string) => {
    const text = typed.value(`units[0][${name}]`) ?? "";
    return text === "" ? {} : { [name]: /^\d{1,12}$/.test(text) ? Number(text) : text };
  };
  const { unit_ids: ids = [], units: _, ...others } = body;
  const [unit] = ids as readonly string[];
  const rent = { ...cents("base_rent_cents"), ...cents("charge_provision_cents") };
  if (unit !== undefined && unit !== "") return { ...others, units: [{ id: unit, ...rent }] };
  if (Object.keys(rent).length > 0) throw invalid({ field: "unitIds", code: "blank", message: "can't be blank" });
  return others;
}
