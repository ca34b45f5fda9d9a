import type { FieldError } from "@cartulary/kernel";
import { type Auxiliary, type Cents, LINE_CENTS_MAX, sum } from "@cartulary/ledger";
import { ACCOUNTS, rentalPlan } from "../../accounting/chart-of-accounts.ts";
import { fieldError } from "../../agency/field-rules.ts";
import { bankWordsError } from "../money-in/bank-words.ts";

/** The assignment of a transaction in suspense. */
export interface AssignmentInput {
  readonly lines?: readonly AssignmentLineInput[];
}

/** An account and the amount assigned to it. */
export interface AssignmentLineInput {
  readonly accountCode?: string;
  readonly auxiliaryCode?: string | null;
  readonly amountCents?: Cents;
  readonly label?: string | null;
}

/** A line without errors, before lookups. */
export type ValidAssignmentLine = AssignmentLineInput &
  Required<Pick<AssignmentLineInput, "accountCode" | "amountCents">>;

/** The accounts that amounts in suspense may be assigned to (money.md 5). */
const ASSIGNABLE: readonly string[] = [
  ACCOUNTS.deposits,
  ACCOUNTS.suppliers,
  ACCOUNTS.tenants,
  ACCOUNTS.owners,
  ACCOUNTS.agencyBank,
  ACCOUNTS.internalTransfers,
  ACCOUNTS.bankCharges,
];

const KINDS = new Map(rentalPlan.chart.map(({ code, auxiliaries }) => [code, auxiliaries]));

/** Lines of one assignment. */
const LINES_MAX = 100;
/** Code points of a label. */
const LABEL_MAX = 240;
/** Code points of the longest account code that is looked up. */
const CODE_MAX = 255;

/** Returns all errors of an assignment that need no lookup: `lines[1].amountCents`. */
export function assignmentErrors({ lines = [] }: AssignmentInput): readonly FieldError[] {
  if (lines.length === 0) return [fieldError("lines", "blank", "can't be blank")];
  if (lines.length > LINES_MAX) return [fieldError("lines", "too_long", `are more than ${LINES_MAX}`)];
  return lines.flatMap((line, index) => lineErrors(`lines[${index}].`, line));
}

function lineErrors(at: string, line: AssignmentLineInput): readonly FieldError[] {
  const { accountCode, amountCents, label } = line;
  const wrongLabel = label ? bankWordsError(`${at}label`, label, { max: LABEL_MAX, required: false }) : null;
  return [
    ...(accountCode === undefined ? [fieldError(`${at}accountCode`, "blank", "can't be blank")] : []),
    ...(amountCents === undefined ? [fieldError(`${at}amountCents`, "blank", "can't be blank")] : []),
    ...(accountCode === undefined ? [] : accountErrors(at, accountCode, line.auxiliaryCode || null)),
    ...(amountCents === undefined ? [] : amountErrors(`${at}amountCents`, amountCents)),
    ...(wrongLabel ? [wrongLabel] : []),
  ];
}

function accountErrors(at: string, accountCode: string, auxiliaryCode: string | null): readonly FieldError[] {
  if (!ASSIGNABLE.includes(accountCode))
    return [fieldError(`${at}accountCode`, "inclusion", `is none of ${ASSIGNABLE.join(", ")}`)];
  const kind = KINDS.get(accountCode) ?? null;
  if (kind === null)
    return auxiliaryCode === null ? [] : [fieldError(`${at}auxiliaryCode`, "invalid", "is not used by this account")];
  if (auxiliaryCode === null) return [fieldError(`${at}auxiliaryCode`, "blank", "can't be blank")];
  return auxiliaryCode.length > CODE_MAX ? [fieldError(`${at}auxiliaryCode`, "too_long", "is too long")] : [];
}

function amountErrors(field: string, amount: number): readonly FieldError[] {
  if (amount <= 0) return [fieldError(field, "greater_than_or_equal_to", "must be 1 or more")];
  return amount > LINE_CENTS_MAX
    ? [fieldError(field, "less_than_or_equal_to", `must be ${LINE_CENTS_MAX} or less`)]
    : [];
}

/** Returns the errors that need lookups: unknown accounts, and more than the amount in suspense. */
export function coverErrors(
  lines: readonly ValidAssignmentLine[],
  suspendedCents: Cents,
  auxiliaries: ReadonlyMap<string, Auxiliary>,
): readonly FieldError[] {
  const errors = lines.flatMap((line, index) => auxiliaryErrors(`lines[${index}].auxiliaryCode`, line, auxiliaries));
  const all = sum(lines.map(({ amountCents }) => amountCents));
  if (all <= suspendedCents) return errors;
  const most = suspendedCents > 0 ? `${suspendedCents} cents` : "nothing";
  return [
    ...errors,
    fieldError("lines", "less_than_or_equal_to", `add up to more than the amount in suspense (${most})`),
  ];
}

function auxiliaryErrors(
  field: string,
  { accountCode, auxiliaryCode }: ValidAssignmentLine,
  auxiliaries: ReadonlyMap<string, Auxiliary>,
): readonly FieldError[] {
  if (!auxiliaryCode) return [];
  const auxiliary = auxiliaries.get(auxiliaryCode);
  if (!auxiliary) return [fieldError(field, "not_found", "does not exist")];
  if (auxiliary.kind !== KINDS.get(accountCode)) return [fieldError(field, "invalid", "is of another kind")];
  // A free credit needs a tenant.
  if (accountCode === ACCOUNTS.tenants && auxiliary.entityId === null)
    return [fieldError(field, "invalid", "is not a tenant's account")];
  return [];
}
