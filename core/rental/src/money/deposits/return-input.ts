import { type Day, dayRule, type FieldError, isStorable, withoutNulls } from "@cartulary/kernel";
import { type Cents, LINE_CENTS_MAX } from "@cartulary/ledger";
import { fieldError, orderError } from "../../agency/field-rules.ts";

/** An amount to keep. */
export interface DeductionInput {
  readonly label?: string;
  readonly amountCents?: Cents;
}

/** The return of a deposit. */
export interface DepositReturnInput {
  readonly returnedOn?: Day;
  readonly deductions?: readonly DeductionInput[];
  readonly inConformity?: boolean;
  /** Counts in place of the end of the lease. */
  readonly keysReturnedOn?: Day | null;
}

/** A return without errors. */
export interface DepositReturn extends Required<Pick<DepositReturnInput, "returnedOn" | "inConformity">> {
  readonly deductions: readonly Required<DeductionInput>[];
  readonly keysReturnedOn: Day | null;
}

/** Deductions of one return. */
const DEDUCTIONS_MAX = 100;
/** Code points of a label. */
const LABEL_MAX = 200;

/** Returns all errors of a return that need no lookup: `deductions[1].amountCents`. */
export function returnErrors(input: DepositReturnInput): readonly FieldError[] {
  const { returnedOn, deductions = [], inConformity, keysReturnedOn } = input;
  return [
    ...withoutNulls(
      returnedOn === undefined ? blank("returnedOn") : dayRule.errorOf("returnedOn", returnedOn),
      inConformity === undefined ? blank("inConformity") : null,
      keysReturnedOn ? dayRule.errorOf("keysReturnedOn", keysReturnedOn) : null,
      keysReturnedOn && returnedOn ? orderError("returnedOn", keysReturnedOn, returnedOn) : null,
    ),
    ...(deductions.length > DEDUCTIONS_MAX
      ? [fieldError("deductions", "too_long", `are more than ${DEDUCTIONS_MAX}`)]
      : deductions.flatMap((deduction, index) => deductionErrors(`deductions[${index}].`, deduction))),
  ];
}

function deductionErrors(at: string, { label, amountCents }: DeductionInput): readonly FieldError[] {
  return withoutNulls(labelError(`${at}label`, label), amountError(`${at}amountCents`, amountCents));
}

function labelError(field: string, label: string | undefined): FieldError | null {
  if (label === undefined || label.trim() === "") return blank(field);
  if (label.length > 2 * LABEL_MAX || [...label].length > LABEL_MAX)
    return fieldError(field, "too_long", `has more than ${LABEL_MAX} characters`);
  return isStorable(label) ? null : fieldError(field, "invalid", "has characters that cannot be stored");
}

function amountError(field: string, amountCents: Cents | undefined): FieldError | null {
  if (amountCents === undefined) return blank(field);
  if (amountCents < 1) return fieldError(field, "greater_than_or_equal_to", "must be 1 or more");
  return amountCents > LINE_CENTS_MAX
    ? fieldError(field, "less_than_or_equal_to", `must be ${LINE_CENTS_MAX} or less`)
    : null;
}

const blank = (field: string): FieldError => fieldError(field, "blank", "can't be blank");
