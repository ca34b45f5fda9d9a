import { bankAccountRecord } from "@cartulary/rental/property";
import { camelRecord, record } from "../../record.ts";
import { answerShape, patchShape } from "../../record-shapes.ts";
import { input } from "../agency/input-fields.ts";

/** A bank account of a tenant or owner, to which or from which money is paid. */
export const BankAccount = camelRecord("BankAccount", answerShape(bankAccountRecord));

/** A bank account in bodies; with an id, one of the present accounts. */
export const BankAccountInput = record("BankAccountInput", {
  id: input.id<"BankAccount">(),
  ...patchShape(bankAccountRecord),
});
