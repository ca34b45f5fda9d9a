import type { Row } from "./database.ts";

/** Returns a row that must exist: the benches request only what their caller sees. */
export function required(row?: Row): Row {
  if (!row) throw new Error("The caller of the roof does not see this record");
  return row;
}

/** A document in an answer: its container has a name for callers who may read it. */
export function shown(row: Row): object {
  const { workspace_id, documents_folder_id, domain_id, document_type_id, creator_id } = row;
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    documents_folder_id,
    workspace_id,
    domain_id,
    document_type_id,
    external_id: row.external_id,
    classification_plan_id: row.classification_plan_id,
    byte_size: Number(row.byte_size),
    content_type: row.content_type,
    sha256: row.sha256,
    versions_count: Number(row.versions_count),
    classification_code: row.classification_code,
    metadata_user: json(row.metadata_user),
    workspace: workspaceOf(row),
    folder: parentOf(row),
    domain: domain_id && { id: domain_id, name: row.domain_name },
    document_type: document_type_id && { id: document_type_id, name: row.type_name },
    created_by: creator_id && { id: creator_id, display_name: row.creator_name },
    tags: json(row.tags),
    text_status: row.text_status,
    ...retention(row),
    created_at: moment(row.created_at),
    updated_at: moment(row.updated_at),
  };
}

/** A folder as it is answered. */
export function shownFolder(row: Row): object {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    color: row.color,
    icon: row.icon,
    documents_folder_id: row.documents_folder_id,
    workspace_id: row.workspace_id,
    external_id: row.external_id,
    classification_plan_id: row.classification_plan_id,
    workspace: workspaceOf(row),
    parent: parentOf(row),
    tags: json(row.tags),
    ...retention(row),
    created_at: moment(row.created_at),
    updated_at: moment(row.updated_at),
  };
}

/** A user's permission in the answer on its resource. */
export function shownGrant(row: Row): object {
  return {
    id: row.id,
    subject_type: row.subject_type,
    subject_id: row.subject_id,
    subject: { id: row.subject_id, display_name: row.subject_name },
    level: row.level,
    resource_type: row.resource_type,
    resource_id: row.resource_id,
    inherited: false,
    inherited_from: null,
    created_at: moment(row.created_at),
    updated_at: moment(row.updated_at),
  };
}

/** The roof has no rule for what is retained. */
function retention({ retain_until, legal_hold, retained }: Row): object {
  if (retained) required();
  return { retain_until, legal_hold, retained: null };
}

const workspaceOf = ({ sees_workspace, workspace_id, workspace_label }: Row): object | null =>
  sees_workspace && workspace_id ? { id: workspace_id, label: workspace_label } : null;

const parentOf = ({ sees_parent, documents_folder_id, parent_name, parent_parent }: Row): object | null =>
  sees_parent && documents_folder_id
    ? { id: documents_folder_id, name: parent_name, documents_folder_id: parent_parent }
    : null;

/** The driver of Postgres has parsed it already. */
const json = (value: unknown): unknown => (typeof value === "string" ? JSON.parse(value) : value);
const moment = (value: unknown): string => new Date(value as number | Date).toISOString();
