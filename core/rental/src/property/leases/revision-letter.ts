import { type Decimal, decimalText } from "@cartulary/kernel";
import { dayInParis, sum } from "@cartulary/ledger";
import type { Letter } from "../../agency/printing/letter.ts";
import { dayInWords, euros, fileNamePart } from "../../agency/printing/letter-texts.ts";
import { headValues, type Sender, senderFields } from "../../agency/printing/sender.ts";
import type { IndexCode } from "../indexation/index-value.ts";
import { isHome } from "./home.ts";
import type { Lease, LeaseType } from "./lease.ts";
import { type Premises, premisesLines, tenantsAt } from "./let-premises.ts";
import type { NamedRevision, NamedRevisionLine, Revision } from "./revision.ts";

/** The content of the letter that tells a tenant of a revision. */
export interface RevisionLetter {
  readonly revision: Omit<Revision, "lines"> & NamedRevision;
  readonly lease: Pick<Lease, "reference" | "leaseType">;
  readonly agency: Sender;
  /** The owners on the first day of the new rent, for whom the agency writes. */
  readonly owners: readonly string[];
  /** All tenants of that day, the first one first. */
  readonly tenants: readonly string[];
  readonly tenantAddress: string | null;
  readonly premises: readonly Premises[];
}

/** Returns the letter of a revision; values of several units are joined in their order. */
export function revisionLetter(letter: RevisionLetter): Letter {
  const { revision, lease, agency, owners: principals, tenants, tenantAddress, premises } = letter;
  const { mandataireId, effectiveFrom, revisionDate, createdAt, lines } = revision;
  const { reference } = lease;
  const addressee = tenantsAt(tenants, tenantAddress, premises);
  const head = { addressee, title: "Révision du loyer", reference, principals, issuedOn: dayInParis(createdAt) };
  const revised = premises.filter(({ unitIdentifier }) => lines.some((line) => line.unitIdentifier === unitIdentifier));
  return {
    ...{ templateKey: "revision", mandataireId, createdAt },
    fileName: `revision-${fileNamePart(reference)}-${revisionDate}.pdf`,
    values: {
      ...headValues(agency, head),
      lease: reference,
      premises: premisesLines(revised),
      old_rent: euros(sum(lines.map(({ oldCents }) => oldCents))),
      new_rent: euros(sum(lines.map(({ newCents }) => newCents))),
      index_name: joined(lines.map(({ indexCode }) => INDEX_NAMES[indexCode])),
      old_quarter: joined(lines.map(({ referencePeriod }) => quarter(referencePeriod))),
      old_value: joined(lines.map(({ indexCode, referenceValue }) => indexNumber(indexCode, referenceValue))),
      new_quarter: joined(lines.map(({ revisionPeriod }) => quarter(revisionPeriod))),
      new_value: joined(lines.map(({ indexCode, revisionValue }) => indexNumber(indexCode, revisionValue))),
      formula: joined(lines.map(formulaOf)),
      effective_from: dayInWords(effectiveFrom ?? revisionDate),
      article: articleOf(lease.leaseType),
    },
    ...senderFields(agency),
  };
}

/** Joins values, each once. */
const joined = (values: readonly string[]): string => [...new Set(values)].join(" ; ");

const number = (decimal: Decimal): string => decimalText(decimal).replace(".", ",");

/** Formats a value as the INSEE publishes it: the ICC without decimals, the others with two. */
function indexNumber(code: IndexCode, value: Decimal): string {
  const written = number(value);
  if (code === "ICC") return written;
  const [whole = "", places = ""] = written.split(",");
  return `${whole},${places.padEnd(2, "0")}`;
}

/** Formats a quarter as `1er trimestre 2026`. */
const quarter = (period: string): string =>
  `${period.endsWith("1") ? "1er" : `${period.slice(-1)}e`}\u00a0trimestre ${period.slice(0, 4)}`;

const INDEX_NAMES: Readonly<Record<IndexCode, string>> = {
  IRL: "indice de référence des loyers (IRL)",
  ILC: "indice des loyers commerciaux (ILC)",
  ILAT: "indice des loyers des activités tertiaires (ILAT)",
  ICC: "indice du coût de la construction (ICC)",
};

function formulaOf(line: NamedRevisionLine): string {
  const { indexCode, oldCents, newCents, maxIncreasePercent: cap } = line;
  const [newValue, oldValue] = [line.revisionValue, line.referenceValue].map((value) => indexNumber(indexCode, value));
  return cap === null
    ? `${euros(oldCents)} × ${newValue} ÷ ${oldValue} = ${euros(newCents)}`
    : `${euros(oldCents)} + ${number(cap)} % (hausse plafonnée) = ${euros(newCents)}`;
}

/** The text on which a revision is based. */
function articleOf(leaseType: LeaseType): string {
  if (isHome(leaseType)) return "article 17-1 de la loi n° 89-462 du 6 juillet 1989";
  return leaseType === "commercial"
    ? "articles L. 145-38 et L. 145-39 du code de commerce"
    : "article L. 112-2 du code monétaire et financier";
}
