import { flag, text, uuid } from "../fields.ts";
import { camelRecord, record } from "../record.ts";
import { input } from "./estate-fields.ts";

/** Where somebody's money goes, or comes from. */
export const BankAccount = camelRecord("BankAccount", {
  id: uuid<"BankAccount">(),
  label: text().nullable(),
  iban: text().nullable(),
  bic: text().nullable(),
  bankName: text().nullable(),
  isDefault: flag(),
});

/** What may be said of a bank account; with an id, of one that is there. */
export const BankAccountInput = record("BankAccountInput", {
  id: input.id<"BankAccount">(),
  label: input.emptyText(),
  iban: input.emptyText(),
  bic: input.emptyText(),
  bankName: input.emptyText(),
  isDefault: input.flag(),
});
