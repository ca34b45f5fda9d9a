import { activationOperations } from "./auth/activation-page.ts";
import { auditOperations } from "./auth/audit-events.ts";
import { authorizationServerOperations } from "./auth/authorization-server.ts";
import { authorizeOperations } from "./auth/authorize-page.ts";
import { connectorOperations } from "./auth/connectors.ts";
import { deviceOperations } from "./auth/device-flow.ts";
import { oauthApplicationOperations } from "./auth/oauth-applications.ts";
import { personalTokenOperations } from "./auth/personal-tokens.ts";
import { signInOperations } from "./auth/sign-in-pages.ts";
import { tokenOperations } from "./auth/token.ts";
import { exchangeOperations } from "./auth/token-exchange.ts";
import { tokenPageOperations } from "./auth/token-pages.ts";
import { type ClientOf, type ClientOptions, clientOf } from "./client.ts";
import { compilationOperations } from "./composition/compilation.ts";
import { composedDocumentOperations } from "./composition/composed-documents.ts";
import { partOperations } from "./composition/parts.ts";
import { templateOperations } from "./composition/templates.ts";
import { contactOperations } from "./directory/contacts.ts";
import { groupMemberOperations } from "./directory/group-members.ts";
import { groupOperations } from "./directory/groups.ts";
import { teamOperations } from "./directory/teams.ts";
import { userOperations } from "./directory/users.ts";
import { bulkUploadOperations } from "./documents/bulk-uploads.ts";
import { documentTypeOperations, domainOperations, workspaceTypeOperations } from "./documents/catalogues.ts";
import { chunkedUploadOperations } from "./documents/chunked-uploads.ts";
import { classificationPlanOperations } from "./documents/classification-plans.ts";
import { documentOperations } from "./documents/documents.ts";
import { folderOperations } from "./documents/folders.ts";
import { permissionOperations } from "./documents/permissions.ts";
import { publicAccessOperations } from "./documents/public-access.ts";
import { tagOperations } from "./documents/tags.ts";
import { versionOperations } from "./documents/versions.ts";
import { visitorOperations, visitorPageOperations } from "./documents/visitors.ts";
import { workspaceOperations } from "./documents/workspaces.ts";
import { hostOperations } from "./host.ts";
import { accountingOperations } from "./rental/accounting.ts";
import { accountingEntryOperations } from "./rental/accounting-entries.ts";
import { fecExportOperations } from "./rental/fec-exports.ts";
import { mandataireOperations } from "./rental/mandataires.ts";
import { mandataireMemberOperations } from "./rental/members.ts";

/** Every operation that is served, by name. */
export const allOperations = {
  ...tokenOperations,
  ...authorizationServerOperations,
  ...workspaceOperations,
  ...folderOperations,
  ...documentOperations,
  ...versionOperations,
  ...bulkUploadOperations,
  ...chunkedUploadOperations,
  ...publicAccessOperations,
  ...visitorOperations,
  ...visitorPageOperations,
  ...tagOperations,
  ...permissionOperations,
  ...workspaceTypeOperations,
  ...documentTypeOperations,
  ...domainOperations,
  ...classificationPlanOperations,
  ...templateOperations,
  ...composedDocumentOperations,
  ...partOperations,
  ...compilationOperations,
  ...userOperations,
  ...contactOperations,
  ...groupOperations,
  ...groupMemberOperations,
  ...teamOperations,
  ...oauthApplicationOperations,
  ...connectorOperations,
  ...auditOperations,
  ...signInOperations,
  ...authorizeOperations,
  ...deviceOperations,
  ...activationOperations,
  ...exchangeOperations,
  ...personalTokenOperations,
  ...tokenPageOperations,
  ...mandataireOperations,
  ...mandataireMemberOperations,
  ...accountingEntryOperations,
  ...accountingOperations,
  ...fecExportOperations,
  ...hostOperations,
};

/** The name of an operation. */
export type OperationId = keyof typeof allOperations;

/** What {@link createClient} makes: a method for each operation. */
export type Client = ClientOf<typeof allOperations>;

/** A typed client of the whole API. */
export function createClient(options: ClientOptions): Client {
  return clientOf(allOperations, options);
}
