import { fieldsOf } from "../estate-spec.ts";
import { daysBetween, isWithin, plusMonths } from "./calendar.ts";
import {
  aText,
  bic,
  cents,
  day,
  dayOrNull,
  flag,
  iban,
  lastDay,
  type NoteFields,
  noteFields,
  passage,
  percent,
  percentOrNull,
  siret,
  someId,
  text,
  type Value,
  vatNumber,
  whole,
  wholeOrNull,
  word,
  wordOrNull,
} from "./note-fields.ts";
import type { Note, Paper, PaperList } from "./paper.ts";

/** The elements of an array of a record. A body with it replaces it; an element with its id stays. */
export interface NoteArray {
  /** Its name in answers. */
  readonly as: string;
  readonly fields: NoteFields;
  /** Without which there is no new element. */
  readonly required: readonly string[];
  /** True when an element contradicts itself; `sent` are the fields of a new one. */
  isWrong?(element: Note, sent: Note | null): boolean;
  /** True when the elements of a record contradict each other. */
  areWrong?(elements: readonly Note[], paper: Paper, record: string | null): boolean;
  /** The answered fields besides its own. */
  view?(element: Note, paper: Paper, record: string): Note;
}

/** The fields of a record that may be written and on which nothing else depends. */
interface NotesOf {
  /** The record of the specification that answers have. */
  readonly record: string;
  /** The record of the specification that the detail has, if it is another one. */
  readonly detailRecord?: string;
  /** The wrapper of the fields in bodies. */
  readonly wrapper?: string;
  /** True if the wrapper is around the arrays too. */
  readonly isWrappedWhole?: boolean;
  readonly fields: NoteFields;
  readonly arrays: Readonly<Record<string, NoteArray>>;
}

const isBackwards = (from: Value, to: Value): boolean =>
  typeof from === "string" && typeof to === "string" && to < from;

const bank_accounts: NoteArray = {
  as: "bankAccounts",
  fields: noteFields({ label: text(), iban: iban(), bic: bic(), bank_name: text(), is_default: flag(false) }),
  required: [],
  areWrong: (accounts) => accounts.filter(({ isDefault }) => isDefault).length > 1,
};

const share_keys: NoteArray = {
  as: "shareKeys",
  fields: noteFields({
    name: aText(),
    total: whole(1, 1_000_000_000),
    charge_nature_id: someId(),
    distribution_strategy: {
      ...{ draw: (dice) => dice.of([null, "shares", "area", "equal", "headcount"]), blank: null, wrong: "nonsense" },
      shown: (value) => value,
    },
    excluded_unit_types: {
      ...{ draw: (dice) => dice.some(["parking", "storage", "x"], 2), blank: [], wrong: [7], shown: (value) => value },
    },
  }),
  required: ["name", "total"],
  areWrong: (keys, { units }, property) =>
    units.some(
      ({ propertyId, allocations }) =>
        propertyId === property && allocations.some(({ shareKeyId }) => keys.every(({ id }) => id !== shareKeyId)),
    ),
  view: () => ({ activeVersionsCount: 1, historicalVersionsCount: 0 }),
};

const entrances: NoteArray = {
  as: "entrances",
  fields: noteFields({
    ...{ name: aText(), address: passage(), postal_code: text(), city: text() },
    ...{ active: flag(true), patrimony_code: text() },
  }),
  required: ["name"],
  areWrong: (all, { units }, property) =>
    units.some(
      ({ propertyId, entranceId }) =>
        propertyId === property && entranceId !== null && all.every(({ id }) => id !== entranceId),
    ),
  view: ({ id }, { units }, propertyId) => ({
    ...{ propertyId, unitsCount: units.filter(({ entranceId }) => entranceId === id).length },
  }),
};

const gli_policies: NoteArray = {
  as: "gliPolicies",
  fields: noteFields({
    ...{ insurer_name: text(), policy_number: text(), premium_cents: cents("premium"), premium_frequency: text() },
    ...{ coverage_rate: percentOrNull(), start_date: dayOrNull(), end_date: lastDay() },
  }),
  required: [],
  isWrong: ({ startDate, endDate }) => isBackwards(startDate, endDate),
  view: ({ startDate, endDate }, { today }) => {
    const [from, to] = [startDate as string | null, endDate as string | null];
    const status = isWithin(today, from, to) ? "active" : to !== null && to < today ? "expired" : "upcoming";
    return { status, expiringSoon: status === "active" && to !== null && daysBetween(today, to) <= 60 };
  },
};

const break_dates: NoteArray = {
  as: "breakDates",
  fields: noteFields({
    ...{ break_date: day(), break_type: word("BreakDateInput.break_type", "contractual") },
    ...{ notice_deadline: dayOrNull(), status: wordOrNull("BreakDateInput.status") },
  }),
  required: ["break_date"],
  isWrong: ({ breakDate, noticeDeadline }) => isBackwards(noticeDeadline, breakDate),
  view: ({ breakDate, noticeDeadline, status }, { leases, today }, lease) => {
    const months = leases.find(({ id }) => id === lease)?.noticeMonths ?? null;
    const break_ = breakDate as string;
    const deadline = (noticeDeadline as string | null) ?? (months === null ? null : plusMonths(break_, -months));
    const hasBegun = deadline !== null && deadline <= today;
    return {
      ...{ noticeDeadline: deadline, noticePeriodStarted: hasBegun },
      status: status ?? (break_ < today ? "passed" : hasBegun ? "notice_open" : "upcoming"),
      daysUntilBreak: break_ < today ? null : daysBetween(today, break_),
    };
  },
};

const franchise_periods: NoteArray = {
  as: "franchisePeriods",
  fields: noteFields({
    ...{ start_date: day(), end_date: { ...lastDay(), draw: (dice, today) => dice.day(today) } },
    ...{ franchise_type: word("FranchisePeriodInput.franchise_type", "rent_free"), reduction_percent: percent(100) },
    ...{ reason: text(), scope_type: word("FranchisePeriodInput.scope_type", "rent") },
  }),
  required: ["start_date", "end_date"],
  isWrong: ({ startDate, endDate, franchiseType }, sent) =>
    isBackwards(startDate, endDate) ||
    (sent !== null && !("reduction_percent" in sent) && franchiseType !== "rent_free"),
};

const capping_rules: NoteArray = {
  as: "cappingRules",
  fields: noteFields({
    ...{ capping_type: word("CappingRuleInput.capping_type"), reference_amount_cents: cents("referenceAmount") },
    ...{ max_increase_percent: percentOrNull(), start_date: dayOrNull(), zone: text() },
  }),
  required: ["capping_type"],
};

const support_measures: NoteArray = {
  as: "supportMeasures",
  fields: noteFields({
    ...{ modifier_type: aText(), category: text(), status: aText("active"), label: text(), valid_from: dayOrNull() },
    ...{ valid_to: lastDay(), priority: wholeOrNull(-5, 5), impact_label: text(), source_type: text() },
    source_id: someId(),
  }),
  required: ["modifier_type"],
  isWrong: ({ validFrom, validTo }) => isBackwards(validFrom, validTo),
};

const mandate_services: NoteArray = {
  as: "mandateServices",
  fields: noteFields({
    ...{ service_type: aText(), label: text(), billing_mode: word("MandateServiceInput.billing_mode") },
    ...{ rate: percentOrNull(), amount_cents: cents("amountCents"), frequency: text(), trigger_event: text() },
    ...{ calculation_base: wordOrNull("MandateServiceInput.calculation_base"), delivery_mode: text() },
    ...{ target: word("MandateServiceInput.target", "owner"), vat_applicable: flag(true), vat_rate: percentOrNull() },
    ...{ priority: wholeOrNull(0, 9), active: flag(true), position: wholeOrNull(0, 9) },
  }),
  required: ["service_type", "billing_mode"],
};

const contact = {
  ...{ siret: siret(), activity: text(), address: passage() },
};

/** The writable fields of the records of each list. */
export const NOTES: Readonly<Record<PaperList, NotesOf>> = {
  properties: {
    record: "Property",
    fields: noteFields({
      ...{ address: aText("1 rue"), postal_code: text(), has_elevator: flag(false), floor_count: whole(0, 1000) },
      ...{ property_type: word("PropertyInput.property_type", "commercial"), active: flag(true), external_id: text() },
      ...{ business_code: text(), patrimony_code: text(), navigation_only: flag(false) },
    }),
    arrays: { share_keys, entrances },
  },
  units: {
    record: "Unit",
    fields: noteFields({
      ...{ unit_type: word("UnitInput.unit_type", "retail"), floor: text(), description: passage() },
      ...{ lot_number: text(), active: flag(true), external_id: text(), date_reception: dayOrNull() },
      energy_class: wordOrNull("UnitInput.energy_class"),
    }),
    arrays: {},
  },
  owners: {
    record: "Owner",
    fields: noteFields({
      ...{ owner_type: word("OwnerInput.owner_type", "individual") },
      ...{ siret: siret(), address: passage(), tax_id: text(), vat_number: vatNumber() },
    }),
    arrays: { bank_accounts },
  },
  tenants: {
    record: "Tenant",
    fields: noteFields({
      ...{ tenant_type: word("TenantInput.tenant_type", "individual") },
      ...{ siret: siret(), vat_number: text(), billing_address: passage() },
      billing_email: { ...text(), draw: (dice) => dice.of([null, "a@example.org", "b@example.org"]) },
    }),
    arrays: { bank_accounts },
  },
  contacts: {
    ...{ record: "RentalContact", wrapper: "contact", arrays: {} },
    fields: noteFields({
      ...contact,
      contact_type: {
        ...word("RentalContactInput.contact_type"),
        draw: (dice) => dice.of(["individual", "company", "syndic", "notary", "insurer", "other"]),
        wrong: "provider",
      },
    }),
  },
  service_providers: {
    ...{ record: "RentalContact", detailRecord: "ServiceProvider" },
    ...{ wrapper: "contact", arrays: { bank_accounts }, isWrappedWhole: true },
    fields: noteFields({
      ...contact,
      contact_type: { ...word("RentalContactInput.contact_type", "provider"), shown: () => "provider" },
    }),
  },
  ownerships: {
    ...{ record: "Ownership", wrapper: "ownership", arrays: {} },
    fields: noteFields({
      ...{ acquisition_date: dayOrNull(), acquisition_type: word("OwnershipInput.acquisition_type") },
    }),
  },
  leases: {
    record: "Lease",
    wrapper: "lease",
    fields: noteFields({
      ...{ payment_day: whole(1, 31), payment_frequency: word("LeaseAttributes.payment_frequency") },
      ...{ payment_timing: word("LeaseAttributes.payment_timing"), external_id: text() },
      ...{ revision_mode: word("LeaseAttributes.revision_mode", "manual"), caf_allocataire_number: text() },
      initial_balance_cents: { ...wholeOrNull(-900, 900), wrong: 1.5, as: "initialBalance", isOfDraft: true },
      ...{ billing_calendar: wordOrNull("LeaseAttributes.billing_calendar"), billing_cycle_month: wholeOrNull(1, 12) },
      ...{ renewal_notice_period: wholeOrNull(0, 9), security_deposit_cents: cents("securityDeposit") },
      charge_type: word("LeaseAttributes.charge_type", "provision"),
      proration: word("LeaseAttributes.proration", "actual_month"),
    }),
    arrays: { gli_policies, break_dates, franchise_periods, capping_rules, support_measures },
  },
  lease_terms: {
    ...{ record: "LeaseTerm", wrapper: "lease_term", arrays: {} },
    fields: noteFields({
      ...{ revision_month: whole(1, 12), revision_frequency_years: whole(1, 3) },
      ...{ payment_tolerance_type: word("LeaseTermInput.payment_tolerance_type") },
      payment_tolerance_value: { ...percent(), wrong: -1 },
    }),
  },
  lease_parties: {
    ...{ record: "LeaseParty", wrapper: "lease_party", arrays: {} },
    fields: noteFields({
      // Without a note, a party contributes if it was created as a tenant.
      ...{ contributes_to_rent: { ...flag(false), blank: undefined }, declared: flag(false) },
      rent_contribution_cents: cents("rentContributionCents"),
    }),
  },
  mandates: {
    record: "Mandate",
    fields: noteFields({
      ...{ mandate_type: word("MandateInput.mandate_type", "full_management"), management_fee_rate: percent() },
      ...{ signature_date: dayOrNull(), vat_rate_on_fees: percentOrNull(), notice_months: wholeOrNull(0, 12) },
      ...{ special_conditions: passage(), distribution_day: wholeOrNull(1, 31) },
      ...{ retenue_destination: wordOrNull("MandateInput.retenue_destination") },
      ...{ distribution_frequency: wordOrNull("MandateInput.distribution_frequency") },
      ...{ distribution_margin_days: wholeOrNull(0, 366), accounting_mode: wordOrNull("MandateInput.accounting_mode") },
      ...{ depot_garantie_detention: wordOrNull("MandateInput.depot_garantie_detention") },
    }),
    arrays: { mandate_services },
  },
};

/** A field of a record on paper, by its name in answers. */
export function noted({ notes }: Paper, list: PaperList, id: string, as: string): Value {
  const note = notes.get(id) ?? {};
  return as in note ? note[as] : Object.values(NOTES[list].fields).find((field) => field.as === as)?.blank;
}

/** The elements of an array of a record. */
export const elementsOf = ({ notes }: Paper, id: string, { as }: NoteArray): readonly Note[] =>
  (notes.get(id)?.[as] as readonly Note[] | undefined) ?? [];

/** The fields of a record that a list or a detail repeats. */
export function shownNotes(paper: Paper, list: PaperList, id: string, view: "list" | "detail"): Note {
  const { record, detailRecord = record, fields, arrays } = NOTES[list];
  const answered = fieldsOf(view === "detail" ? detailRecord : record, view);
  const all: readonly (readonly [string, Value])[] = [
    ...Object.values(fields).map(({ as }) => [as, noted(paper, list, id, as)] as const),
    ...Object.values(arrays).map((array) => [array.as, shownElements(paper, id, array)] as const),
  ];
  return Object.fromEntries(all.filter(([name]) => name in answered));
}

const shownElements = (paper: Paper, record: string, array: NoteArray): readonly Note[] =>
  elementsOf(paper, record, array).map((element) => ({ ...element, ...array.view?.(element, paper, record) }));
