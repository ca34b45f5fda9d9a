import { ACCOUNTING_MODES, BILLING_CALENDARS, mandataireListing } from "@cartulary/rental";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { integer, listOf, text, uuid } from "../fields.ts";
import { operations, RENTAL_BASE } from "../operation.ts";
import { camelRecord, record } from "../record.ts";

/** A managing agent, as its members see it. */
export const MandataireRecord = camelRecord("Mandataire", {
  id: uuid<"Mandataire">(),
  name: text(),
  accountingCode: text().nullable(),
});

const changeFields = {
  accountingCode: text().nullable().exactOptional(),
  /** Nine digits; names the accounting file. */
  siren: text().nullable().exactOptional(),
  billingCalendar: z.enum(BILLING_CALENDARS).exactOptional(),
  billingCycleMonth: integer().exactOptional(),
  accountingMode: z.enum(ACCOUNTING_MODES).exactOptional(),
  /** The account of the mandants' funds: payouts leave from it. */
  iban: text().nullable().exactOptional(),
  bic: text().nullable().exactOptional(),
  /** The agency's own, of one line or several. */
  address: text().nullable().exactOptional(),
};

/** What is said of a mandataire that is being made. */
export const MandataireCreation = record("MandataireCreate", { name: text(), ...changeFields });

/** What may be said of a mandataire. */
export const MandataireChange = record("MandataireInput", { name: text().exactOptional(), ...changeFields });

const ALL = { path: `${RENTAL_BASE}/mandataires` } as const;
const ONE = {
  path: `${RENTAL_BASE}/mandataires/{id}`,
  params: snakeObject({ id: uuid<"Mandataire">() }),
} as const;
const ADMINISTERED = { tag: "extensions", scope: "admin", role: "admin", wrapper: "mandataire" } as const;

/** What can be done with mandataires. None of it acts on one of them as its tenant. */
export const mandataireOperations = operations({
  listMandataires: {
    ...ALL,
    method: "get",
    tag: "mandataires",
    summary: "The mandataires that the caller is a member of",
    scope: "read",
    list: mandataireListing,
    replies: { 200: listOf(MandataireRecord) },
  },
  createMandataire: {
    ...ALL,
    ...ADMINISTERED,
    method: "post",
    summary: "Make a mandataire and open its books; whoever makes it is its first member",
    body: MandataireCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: MandataireRecord },
  },
  updateMandataire: {
    ...ONE,
    ...ADMINISTERED,
    method: "patch",
    summary: "Change what is given of a mandataire",
    body: MandataireChange,
    replies: { 200: MandataireRecord },
  },
  deleteMandataire: {
    ...ONE,
    method: "delete",
    tag: "extensions",
    summary: "Delete a mandataire of which nothing is kept but its members",
    scope: "admin",
    role: "admin",
    replies: { 204: null },
  },
});
