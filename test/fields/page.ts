import type { Field, RecordDeclaration } from "@cartulary/kernel";
import { mandataireRecord } from "@cartulary/rental/agency";
import { serviceEventRecord, supplierInvoiceRecord } from "@cartulary/rental/billing";
import {
  bankAccountRecord,
  breakDateRecord,
  cappingRuleRecord,
  entranceRecord,
  franchisePeriodRecord,
  gliPolicyRecord,
  householdMemberRecord,
  indexValueRecord,
  leasePartyRecord,
  leaseRecord,
  leaseTermRecord,
  mandateRecord,
  mandateServiceRecord,
  ownerRecord,
  ownershipRecord,
  propertyRecord,
  rentalContactRecord,
  rentRecord,
  shareKeyRecord,
  supportMeasureRecord,
  tenantRecord,
  unitIndexRecord,
  unitRecord,
} from "@cartulary/rental/property";
import { snakeName } from "@cartulary/wire";

/** The page of the fields, from the root of the repository. */
export const PAGE = "docs/guide/fields.md";

/** The records that programs and people fill in, in the order of the page. */
export const RECORDS: readonly RecordDeclaration[] = [
  mandataireRecord,
  propertyRecord,
  entranceRecord,
  shareKeyRecord,
  unitRecord,
  ownershipRecord,
  ownerRecord,
  tenantRecord,
  rentalContactRecord,
  bankAccountRecord,
  mandateRecord,
  mandateServiceRecord,
  serviceEventRecord,
  leaseRecord,
  unitIndexRecord,
  leaseTermRecord,
  rentRecord,
  leasePartyRecord,
  householdMemberRecord,
  gliPolicyRecord,
  breakDateRecord,
  franchisePeriodRecord,
  cappingRuleRecord,
  supportMeasureRecord,
  supplierInvoiceRecord,
  indexValueRecord,
];

/** One field of a record as requests name it. */
interface InputField {
  readonly name: string;
  readonly field: Field;
}

/** Returns the fields of a record that requests contain, in the order of the declaration. */
export function inputFields({ fields }: RecordDeclaration): readonly InputField[] {
  return Object.entries(fields)
    .filter(([, { use }]) => use !== "preset" && use !== "derived")
    .map(([name, field]) => ({ name: snakeName(field.inputName ?? name), field }));
}

/** Writes out the fields of all records with what each does, as Markdown. */
export function fieldsPage(): string {
  return `${[...HEAD, ...RECORDS.flatMap(sectionOf)].join("\n")}\n`;
}

const HEAD = [
  "# What each field of rental management does",
  "",
  "Every field that requests fill in, by record, under its name in requests. Amounts end with `_cents` and are whole cents.",
  "A field without an effect says *information only*. `npm run fields` writes this page from the declarations of the records;",
  "`npm test` fails if they differ.",
];

function sectionOf(declared: RecordDeclaration): readonly string[] {
  const title = `${declared.name.charAt(0).toUpperCase()}${declared.name.slice(1)}`;
  return ["", `## ${title}`, "", "| Field | What it does |", "|---|---|", ...inputFields(declared).map(rowOf)];
}

function rowOf({ name, field }: InputField): string {
  const words = field.words === null ? "" : `: ${field.words.map((word) => `\`${word}\``).join(", ")}`;
  const unit = field.unit === null || field.description.includes(field.unit) ? "" : `, in ${field.unit}`;
  const must = field.use === "required" || field.use === "fixed" ? " **Required.**" : "";
  return `| \`${name}\` | ${`${field.description}${unit}${words}`.replaceAll("|", "\\|")}.${must} |`;
}
