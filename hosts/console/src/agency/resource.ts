import type { Language } from "@cartulary/http/pages";
import type { Operation } from "@cartulary/wire";
import type { Field, Option } from "../components/form.ts";
import type { Words } from "../components/words.ts";
import type { Html } from "../frame/definitions.ts";
import type { Typed } from "../frame/form-input.ts";
import type { AgencyVisit } from "./agency-visit.ts";
import type { FieldName } from "./field-words.ts";
import type { AgencyHeading } from "./texts.ts";
import type { AnyRecord, FieldSet } from "./values.ts";

/** A filter of a list: the name of the API's parameter, the field it is about, and its choices. */
interface ResourceFilter {
  readonly name: string;
  readonly field: FieldName;
  /** Words of an enumeration to choose from; absent for text. */
  readonly choices?: readonly string[];
  /** Several choices at once, for filters that take a list. */
  readonly groups?: readonly { readonly values: readonly string[]; readonly words: Words }[];
}

/** The body of a form of a resource. */
export interface ResourceForm {
  readonly operation: Operation;
  /** The field of the body with the record itself, where there is one: `lease`. */
  readonly part?: string;
  /** Wire names to show, in order; all that can be typed by default. */
  readonly names?: readonly string[];
  /** Loads the choices of fields that name another record, by wire name. */
  readonly pickers?: Readonly<Record<string, (visit: AgencyVisit) => Promise<readonly Option[]>>>;
  /** Operations that the pickers call. */
  readonly pickerOperations?: readonly Operation[];
  /** Names of the record where the body has another, by wire name. */
  readonly presentNames?: Readonly<Record<string, string>>;
  /** Fields in addition to those of the schema. */
  readonly extra?: (visit: AgencyVisit) => readonly Field[];
  /** Adds fields to the body that its schema does not create. */
  readonly complete?: (body: AnyRecord, typed: Typed) => AnyRecord;
}

/** An action that the machine of a record allows. */
export interface ResourceAction extends ResourceForm {
  /** The last segment of the API's path. */
  readonly verb: string;
  readonly label: Words;
  /** The effect of the action, which the user confirms. */
  readonly question: Words;
  readonly isAllowed: (record: AnyRecord) => boolean;
  readonly isDangerous?: boolean;
}

/** A file of a record: a path of ours that answers the bytes of an operation. */
interface ResourceFile {
  /** The last segments of the path, below that of the record. */
  readonly path: string;
  readonly label: Words;
  readonly isThere: (record: AnyRecord) => boolean;
}

/** A family of records of the agency with its pages: a list, a detail, forms and actions. */
export interface Resource {
  /** The name of its heading; the segment of its path is the same in snake case. */
  readonly name: AgencyHeading;
  readonly list: Operation;
  readonly get: Operation;
  readonly creation?: ResourceForm;
  readonly change?: ResourceForm;
  readonly remove?: { readonly operation: Operation; readonly isAllowed: (record: AnyRecord) => boolean };
  readonly titleOf: (record: AnyRecord, language: Language) => string;
  /** The columns of the list; the first one links to the detail. */
  readonly columns: readonly [FieldName, ...FieldName[]];
  readonly filters: readonly ResourceFilter[];
  /** Wire names by which the list can be sorted; the first is the usual one, ascending. */
  readonly sorts: readonly [string, ...string[]];
  /** All fields of the record, by group. */
  readonly groups: readonly FieldSet[];
  /** Renders what belongs to the record. */
  readonly parts?: (visit: AgencyVisit, record: AnyRecord) => Promise<readonly Html[]> | readonly Html[];
  /** Operations that the parts call. */
  readonly partOperations?: readonly Operation[];
  /** Files of the record to download. */
  readonly files?: readonly ResourceFile[];
  readonly actions?: readonly ResourceAction[];
}
