import type { Dialect } from "../../engine/dialect.ts";
import type { Migration } from "../../engine/migration.ts";
import { datedIndexes, mandataireTable } from "../property/mandataire-table.ts";

export const incidentMigrations: readonly Migration[] = [{ name: "2026-12-12 rental: incidents", up: incidents }];

function incidents(dialect: Dialect): readonly string[] {
  const { types, tableOptions } = dialect;
  return [
    ...mandataireTable(dialect, {
      name: "incidents",
      columns: {
        reference: "searched",
        year: "text",
        number: "integer",
        legacy_reference: "searched?",
        title: "searched",
        description: "text?",
        status: "text",
        priority: "text",
        property_id: "id?",
        unit_id: "id?",
        scope_lease_id: "id?",
        entrance_id: "id?",
        lease_id: "id?",
        room: "searched?",
        category_id: "id?",
        category_name: "searched?",
        category_path: "text?",
        assigned_to_id: "id?",
        assigned_to_name: "searched?",
        reporter_id: "id?",
        reporter_name: "searched?",
        reporter_type: "searched?",
        contact_email: "searched?",
        contact_phone: "searched?",
        legacy_type: "searched?",
        legacy_nature: "searched?",
        legacy_motif: "searched?",
        routed_maintenance_contract_id: "id?",
        routed_maintenance_contract_name: "text?",
        outcome_message: "text?",
        acknowledged_at: "instant?",
        resolved_at: "instant?",
        closed_at: "instant?",
        escalated_at: "instant?",
        due_at: "instant?",
        created_at: "instant",
        updated_at: "instant",
      },
      references: {
        property_id: "properties",
        unit_id: "units",
        scope_lease_id: "leases",
        entrance_id: "entrances",
        lease_id: "leases",
      },
      indexes: datedIndexes("incidents"),
    }),
    "create unique index incidents_number_unique on incidents (mandataire_id, year, number)",
    "create unique index incidents_legacy_reference_unique on incidents (mandataire_id, legacy_reference)",
    ...mandataireTable(dialect, {
      name: "incident_attachments",
      columns: {
        incident_id: "id",
        filename: "text",
        content_type: "text",
        byte_size: "integer",
        sha256: "text",
        created_at: "instant",
      },
      references: { incident_id: "incidents" },
    }),
    `create table incident_files (
      mandataire_id ${types.id} not null,
      attachment_id ${types.id} not null,
      blob_key ${types.text} not null,
      primary key (mandataire_id, attachment_id),
      foreign key (mandataire_id, attachment_id) references incident_attachments (mandataire_id, id)
    ) ${tableOptions}`,
    "create index incident_files_blob_key_index on incident_files (blob_key)",
  ];
}
