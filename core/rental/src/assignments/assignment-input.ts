import type { FieldError } from "@cartulary/kernel";
import { type Auxiliary, type Cents, LINE_CENTS_MAX, sum } from "@cartulary/ledger";
import { ACCOUNTS, rentalPlan } from "../chart.ts";
import { fault } from "../estate/fields.ts";
import { bankWordsError } from "../money-in/bank-words.ts";

/** What somebody says that a transaction in suspense is for. */
export interface AssignmentInput {
  readonly lines?: readonly AssignmentLineInput[];
}

/** An account, and how much goes there. */
export interface AssignmentLineInput {
  readonly accountCode?: string;
  readonly auxiliaryCode?: string | null;
  readonly amountCents?: Cents;
  readonly label?: string | null;
}

/** A line that nothing is wrong with by itself. */
export type SoundAssignmentLine = AssignmentLineInput &
  Required<Pick<AssignmentLineInput, "accountCode" | "amountCents">>;

/** Accounts that what is in suspense may go to (money.md 5). */
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
/** Code points of the longest code of an account that is looked for. */
const CODE_MAX = 255;

/** Everything that is wrong with an assignment by itself: `lines[1].amountCents`. */
export function assignmentErrors({ lines = [] }: AssignmentInput): readonly FieldError[] {
  if (lines.length === 0) return [fault("lines", "blank", "can't be blank")];
  if (lines.length > LINES_MAX) return [fault("lines", "too_long", `are more than ${LINES_MAX}`)];
  return lines.flatMap((line, index) => lineErrors(`lines[${index}].`, line));
}

function lineErrors(at: string, line: AssignmentLineInput): readonly FieldError[] {
  const { accountCode, amountCents, label } = line;
  const wrongLabel = label ? bankWordsError(`${at}label`, label, { max: LABEL_MAX, required: false }) : null;
  return [
    ...(accountCode === undefined ? [fault(`${at}accountCode`, "blank", "can't be blank")] : []),
    ...(amountCents === undefined ? [fault(`${at}amountCents`, "blank", "can't be blank")] : []),
    ...(accountCode === undefined ? [] : accountErrors(at, accountCode, line.auxiliaryCode || null)),
    ...(amountCents === undefined ? [] : amountErrors(`${at}amountCents`, amountCents)),
    ...(wrongLabel ? [wrongLabel] : []),
  ];
}

function accountErrors(at: string, accountCode: string, auxiliaryCode: string | null): readonly FieldError[] {
  if (!ASSIGNABLE.includes(accountCode))
    return [fault(`${at}accountCode`, "inclusion", `is none of ${ASSIGNABLE.join(", ")}`)];
  const kind = KINDS.get(accountCode) ?? null;
  if (kind === null)
    return auxiliaryCode === null ? [] : [fault(`${at}auxiliaryCode`, "invalid", "is not used by this account")];
  if (auxiliaryCode === null) return [fault(`${at}auxiliaryCode`, "blank", "can't be blank")];
  return auxiliaryCode.length > CODE_MAX ? [fault(`${at}auxiliaryCode`, "too_long", "is too long")] : [];
}

function amountErrors(field: string, amount: number): readonly FieldError[] {
  if (amount <= 0) return [fault(field, "greater_than_or_equal_to", "must be 1 or more")];
  return amount > LINE_CENTS_MAX ? [fault(field, "less_than_or_equal_to", `must be ${LINE_CENTS_MAX} or less`)] : [];
}

/** What is wrong with lines that are right by themselves: whom they name, and how much is in suspense. */
export function coverErrors(
  lines: readonly SoundAssignmentLine[],
  suspendedCents: Cents,
  auxiliaries: ReadonlyMap<string, Auxiliary>,
): readonly FieldError[] {
  const errors = lines.flatMap((line, index) => auxiliaryErrors(`lines[${index}].auxiliaryCode`, line, auxiliaries));
  const all = sum(lines.map(({ amountCents }) => amountCents));
  if (all <= suspendedCents) return errors;
  const most = suspendedCents > 0 ? `${suspendedCents} cents` : "nothing";
  return [...errors, fault("lines", "less_than_or_equal_to", `come to more than is in suspense, which is ${most}`)];
}

function auxiliaryErrors(
  field: string,
  { accountCode, auxiliaryCode }: SoundAssignmentLine,
  auxiliaries: ReadonlyMap<string, Auxiliary>,
): readonly FieldError[] {
  if (!auxiliaryCode) return [];
  const auxiliary = auxiliaries.get(auxiliaryCode);
  if (!auxiliary) return [fault(field, "not_found", "names nobody")];
  if (auxiliary.kind !== KINDS.get(accountCode)) return [fault(field, "invalid", "is of another kind")];
  // Free credit is somebody's.
  if (accountCode === ACCOUNTS.tenants && auxiliary.entityId === null)
    return [fault(field, "invalid", "is no tenant's account")];
  return [];
}
