import type { AccountingMode } from "@cartulary/rental/agency";
import type { ListedMandate, MandateDetail, MandateProperty, MandateService } from "@cartulary/rental/property";
import { type QueryCreator, type RawBuilder, sql } from "kysely";
import type { Row } from "../../engine/columns.ts";
import { type Dialect, jsonFrom, type StoredJson } from "../../engine/dialect.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { jsonArray, jsonColumns, recordsFrom } from "./json.ts";
import type { ListScope } from "./lists.ts";
import { mandateEndOn, mandateStatusOn } from "./mandate-status-sql.ts";
import { mandateRows, mandateServiceRows } from "./tables/mandates.ts";
import type { EstateTables } from "./tables.ts";

const ref = sql.ref;

/** Replaces `mandates`: the rows of one mandataire with fields computed for a day, to filter and sort by. */
export function mandatesOn({ mandataireId, today }: ListScope, dialect: Dialect): RawBuilder<unknown> {
  return sql`(select mandates.*, ${mandateStatusOn(today)} as status_today, ${mandateEndOn(today, dialect)} as end_today,
    cast(mandates.number as text) as business_code
    from mandates where mandates.mandataire_id = ${mandataireId}) as mandates`;
}

/** Mandates with their owner and their first property. */
export const withOwnerAndProperty = (from: QueryCreator<EstateTables>, scope: ListScope, dialect: Dialect) =>
  from
    .selectFrom(mandatesOn(scope, dialect) as unknown as "mandates")
    .innerJoin("owners", (on) =>
      on.onRef("owners.mandataire_id", "=", "mandates.mandataire_id").onRef("owners.id", "=", "mandates.owner_id"),
    )
    .leftJoin("properties", (on) =>
      on
        .onRef("properties.mandataire_id", "=", "mandates.mandataire_id")
        .onRef("properties.id", "=", "mandates.property_id"),
    );

/** The columns of a listed mandate. */
export function mandateListColumns(dialect: Dialect) {
  return [
    ...rowsOf(mandateRows, dialect).columns("mandates"),
    ref<string>("mandates.status_today").as("status_today"),
    ref<string | null>("mandates.end_today").as("end_today"),
    ref<string | null>("mandates.business_code").as("business_code"),
    ref<string>("owners.profile_id").as("owner_profile_id"),
    ref<string>("owners.display_name").as("owner_name"),
    ref<string>("owners.accounting_code").as("owner_code"),
    ref<string | null>("properties.name").as("property_name"),
    ref<string | null>("properties.business_code").as("property_code"),
    propertiesOf(dialect).as("covered"),
  ] as const;
}

/** The additional columns of a mandate's detail. */
export function mandateDetailColumns(dialect: Dialect) {
  const modeOfMandataire = sql<AccountingMode>`(select mandataires.accounting_mode from mandataires
    where mandataires.id = mandates.mandataire_id)`;
  return [
    ...mandateListColumns(dialect),
    modeOfMandataire.as("usual_mode"),
    servicesOf(dialect).as("services"),
  ] as const;
}

const propertiesOf = (dialect: Dialect): RawBuilder<StoredJson<readonly MandateProperty[]>> =>
  jsonArray(
    dialect,
    { id: ref("covered.id"), name: ref("covered.name"), businessCode: ref("covered.business_code") },
    {
      from: sql`from mandate_properties join properties as covered
        on covered.mandataire_id = mandate_properties.mandataire_id and covered.id = mandate_properties.property_id
        where mandate_properties.mandataire_id = mandates.mandataire_id and mandate_properties.mandate_id = mandates.id`,
      order: sql`mandate_properties.position`,
    },
  );

const servicesOf = (dialect: Dialect): RawBuilder<StoredJson<readonly MandateService[]>> =>
  jsonArray(dialect, jsonColumns(dialect, mandateServiceRows, ["mandataireId", "mandateId", "place"]), {
    from: sql`from mandate_services where mandate_services.mandataire_id = mandates.mandataire_id
      and mandate_services.mandate_id = mandates.id`,
    order: sql`mandate_services.place`,
  });

export interface ListedMandateRow extends Row<typeof mandateRows> {
  readonly status_today: ListedMandate["status"];
  readonly end_today: ListedMandate["endDate"];
  readonly business_code: string | null;
  readonly owner_profile_id: ListedMandate["ownerId"];
  readonly owner_name: string;
  readonly owner_code: string;
  readonly property_name: string | null;
  readonly property_code: string | null;
  readonly covered: StoredJson<readonly MandateProperty[]>;
}

export interface MandateDetailRow extends ListedMandateRow {
  readonly usual_mode: AccountingMode;
  readonly services: StoredJson<readonly MandateService[]>;
}

export function listedMandateFrom(dialect: Dialect, row: ListedMandateRow): ListedMandate {
  const { ownerId: ownerActorId, ...mandate } = rowsOf(mandateRows, dialect).decode(row);
  return {
    ...mandate,
    status: row.status_today,
    endDate: row.end_today,
    businessCode: row.business_code,
    ownerId: row.owner_profile_id,
    ownerActorId,
    ownerName: row.owner_name,
    ownerBusinessCode: row.owner_code,
    propertyName: row.property_name,
    propertyBusinessCode: row.property_code,
    properties: jsonFrom(row.covered),
  };
}

export function mandateDetailFrom(dialect: Dialect, row: MandateDetailRow): MandateDetail {
  const mandate = listedMandateFrom(dialect, row);
  return {
    ...mandate,
    effectiveAccountingMode: mandate.accountingMode ?? row.usual_mode,
    mandateServices: recordsFrom(mandateServiceRows, row.services),
  };
}
