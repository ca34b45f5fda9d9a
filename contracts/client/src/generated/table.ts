// Made from the operation table by `npm run release:prepare`: do not edit.

/** Each operation: its id, method, path and traits. */
export const TABLE = `
createToken POST /oauth/token open form
revokeToken POST /oauth/revoke open form
getAuthorizationServer GET /.well-known/oauth-authorization-server open
listWorkspaces GET /api/v1/documents/workspaces list page
createWorkspace POST /api/v1/documents/workspaces key
getWorkspace GET /api/v1/documents/workspaces/{id}
updateWorkspace PATCH /api/v1/documents/workspaces/{id}
deleteWorkspace DELETE /api/v1/documents/workspaces/{id}
holdWorkspace POST /api/v1/documents/workspaces/{id}/legal_hold
releaseWorkspace DELETE /api/v1/documents/workspaces/{id}/legal_hold
listFolders GET /api/v1/documents/folders list page
createFolder POST /api/v1/documents/folders key
getFolder GET /api/v1/documents/folders/{id}
updateFolder PATCH /api/v1/documents/folders/{id}
deleteFolder DELETE /api/v1/documents/folders/{id}
holdFolder POST /api/v1/documents/folders/{id}/legal_hold
releaseFolder DELETE /api/v1/documents/folders/{id}/legal_hold
listDocuments GET /api/v1/documents/documents list page
createDocument POST /api/v1/documents/documents key file:uploaded_file chunks
getDocument GET /api/v1/documents/documents/{id}
updateDocument PATCH /api/v1/documents/documents/{id} file:uploaded_file
deleteDocument DELETE /api/v1/documents/documents/{id}
getDocumentContent GET /api/v1/documents/documents/{id}/content response
holdDocument POST /api/v1/documents/documents/{id}/legal_hold
releaseDocument DELETE /api/v1/documents/documents/{id}/legal_hold
listVersions GET /api/v1/documents/documents/{id}/versions list page
createVersion POST /api/v1/documents/documents/{id}/versions key:expected_sha256 file:uploaded_file chunks
getVersionContent GET /api/v1/documents/documents/{id}/versions/{version_id}/content response
restoreVersion POST /api/v1/documents/documents/{id}/versions/{version_id}/restore key empty
listBulkUploads GET /api/v1/documents/bulk_uploads list page
createBulkUpload POST /api/v1/documents/bulk_uploads key
getBulkUpload GET /api/v1/documents/bulk_uploads/{id}
listDocumentExports GET /api/v1/documents/exports list page
createDocumentExport POST /api/v1/documents/exports key
getDocumentExport GET /api/v1/documents/exports/{id}
deleteDocumentExport DELETE /api/v1/documents/exports/{id}
downloadDocumentExport GET /api/v1/documents/exports/{id}/download response
setImportedDates POST /api/v1/documents/imported_dates
getFolderPublicAccess GET /api/v1/documents/folders/{folder_id}/public_access
publishFolder POST /api/v1/documents/folders/{folder_id}/public_access query:dry_run
unpublishFolder DELETE /api/v1/documents/folders/{folder_id}/public_access
propagateFolder POST /api/v1/documents/folders/{folder_id}/public_access/propagate query:dry_run empty
excludeFolder POST /api/v1/documents/folders/{folder_id}/public_access/exclusion query:dry_run empty
liftFolderExclusion DELETE /api/v1/documents/folders/{folder_id}/public_access/exclusion
publishSite POST /api/v1/documents/folders/{id}/site query:dry_run
getDocumentPublicAccess GET /api/v1/documents/documents/{file_id}/public_access
excludeDocument POST /api/v1/documents/documents/{file_id}/public_access/exclusion query:dry_run empty
liftDocumentExclusion DELETE /api/v1/documents/documents/{file_id}/public_access/exclusion
listTags GET /api/v1/documents/tags list page
searchDocuments GET /api/v1/documents/search list page
listWorkspacePermissions GET /api/v1/documents/workspaces/{id}/permissions list page
grantWorkspacePermission POST /api/v1/documents/workspaces/{id}/permissions key
getEffectiveWorkspacePermission GET /api/v1/documents/workspaces/{id}/permissions/effective
changeWorkspacePermission PATCH /api/v1/documents/workspaces/{id}/permissions/{permission_id}
revokeWorkspacePermission DELETE /api/v1/documents/workspaces/{id}/permissions/{permission_id}
listFolderPermissions GET /api/v1/documents/folders/{id}/permissions list page
grantFolderPermission POST /api/v1/documents/folders/{id}/permissions key
getEffectiveFolderPermission GET /api/v1/documents/folders/{id}/permissions/effective
changeFolderPermission PATCH /api/v1/documents/folders/{id}/permissions/{permission_id}
revokeFolderPermission DELETE /api/v1/documents/folders/{id}/permissions/{permission_id}
listDocumentPermissions GET /api/v1/documents/documents/{id}/permissions list page
grantDocumentPermission POST /api/v1/documents/documents/{id}/permissions key
getEffectiveDocumentPermission GET /api/v1/documents/documents/{id}/permissions/effective
changeDocumentPermission PATCH /api/v1/documents/documents/{id}/permissions/{permission_id}
revokeDocumentPermission DELETE /api/v1/documents/documents/{id}/permissions/{permission_id}
listTrash GET /api/v1/documents/trash list page
restoreFromTrash POST /api/v1/documents/trash/{id}/restore
purgeFromTrash DELETE /api/v1/documents/trash/{id}
listWorkspaceTypes GET /api/v1/documents/workspace_types list page
createWorkspaceType POST /api/v1/documents/workspace_types key
getWorkspaceType GET /api/v1/documents/workspace_types/{id}
updateWorkspaceType PATCH /api/v1/documents/workspace_types/{id}
deleteWorkspaceType DELETE /api/v1/documents/workspace_types/{id}
listDocumentTypes GET /api/v1/documents/document_types list page
createDocumentType POST /api/v1/documents/document_types key
getDocumentType GET /api/v1/documents/document_types/{id}
updateDocumentType PATCH /api/v1/documents/document_types/{id}
deleteDocumentType DELETE /api/v1/documents/document_types/{id}
listDomains GET /api/v1/documents/domains list page
createDomain POST /api/v1/documents/domains key
getDomain GET /api/v1/documents/domains/{id}
updateDomain PATCH /api/v1/documents/domains/{id}
deleteDomain DELETE /api/v1/documents/domains/{id}
listClassificationPlans GET /api/v1/documents/classification_plans list page
createClassificationPlan POST /api/v1/documents/classification_plans key
getClassificationPlan GET /api/v1/documents/classification_plans/{id}
updateClassificationPlan PATCH /api/v1/documents/classification_plans/{id}
deleteClassificationPlan DELETE /api/v1/documents/classification_plans/{id}
listChunkedUploads GET /api/v1/documents/chunked_uploads list page
createChunkedUpload POST /api/v1/documents/chunked_uploads key
getChunkedUpload GET /api/v1/documents/chunked_uploads/{id}
getChunkedUploadStatus GET /api/v1/documents/chunked_uploads/{id}/status
uploadChunk PATCH /api/v1/documents/chunked_uploads/{id}/chunks/{chunk_number} bytes
completeChunkedUpload POST /api/v1/documents/chunked_uploads/{id}/complete
cancelChunkedUpload DELETE /api/v1/documents/chunked_uploads/{id}
getPublicFolder GET /public/v1/folders/{id} open
getPublicDocument GET /public/v1/documents/{id} open
getPublicContent GET /public/v1/documents/{id}/content open response
showPublicFolder GET /p/{folder_id} open text
listTemplates GET /api/v1/documents/document_templates list items:templates
createTemplate POST /api/v1/documents/document_templates key
getTemplate GET /api/v1/documents/document_templates/{id}
updateTemplate PATCH /api/v1/documents/document_templates/{id}
deleteTemplate DELETE /api/v1/documents/document_templates/{id}
listComposedDocuments GET /api/v1/documents/composed_documents list items:composed_documents page
createComposedDocument POST /api/v1/documents/composed_documents key
getComposedDocument GET /api/v1/documents/composed_documents/{id}
updateComposedDocument PATCH /api/v1/documents/composed_documents/{id}
deleteComposedDocument DELETE /api/v1/documents/composed_documents/{id}
listParts GET /api/v1/documents/composed_documents/{id}/parts list items:parts page
createPart POST /api/v1/documents/composed_documents/{id}/parts key
reorderParts PATCH /api/v1/documents/composed_documents/{id}/parts/reorder
getPart GET /api/v1/documents/composed_documents/{id}/parts/{part_id}
updatePart PATCH /api/v1/documents/composed_documents/{id}/parts/{part_id}
deletePart DELETE /api/v1/documents/composed_documents/{id}/parts/{part_id}
compileComposedDocument POST /api/v1/documents/composed_documents/{id}/compile query:include_draft empty
listFonts GET /api/v1/documents/fonts
listMassCommunications GET /api/v1/documents/mass_communications list page
createMassCommunication POST /api/v1/documents/mass_communications key
getMassCommunication GET /api/v1/documents/mass_communications/{id}
cancelMassCommunication POST /api/v1/documents/mass_communications/{id}/cancel empty
listUsers GET /api/v1/directory/users list page
createUser POST /api/v1/directory/users key
getMe GET /api/v1/directory/users/me
getUser GET /api/v1/directory/users/{id}
updateUser PATCH /api/v1/directory/users/{id}
deleteUser DELETE /api/v1/directory/users/{id}
listContacts GET /api/v1/directory/contacts list page
createContact POST /api/v1/directory/contacts key
getContact GET /api/v1/directory/contacts/{id}
updateContact PATCH /api/v1/directory/contacts/{id}
deleteContact DELETE /api/v1/directory/contacts/{id}
listGroups GET /api/v1/directory/groups list page
createGroup POST /api/v1/directory/groups key
getGroup GET /api/v1/directory/groups/{id}
updateGroup PATCH /api/v1/directory/groups/{id}
deleteGroup DELETE /api/v1/directory/groups/{id}
listGroupMembers GET /api/v1/directory/groups/{id}/members list page
addGroupMembers POST /api/v1/directory/groups/{id}/members key
removeGroupMember DELETE /api/v1/directory/groups/{id}/members/{user_id}
listTeams GET /api/v1/directory/teams list page
createTeam POST /api/v1/directory/teams key
getTeam GET /api/v1/directory/teams/{id}
updateTeam PATCH /api/v1/directory/teams/{id}
deleteTeam DELETE /api/v1/directory/teams/{id}
listOauthApplications GET /api/v1/oauth_applications list page
createOauthApplication POST /api/v1/oauth_applications key
getOauthApplication GET /api/v1/oauth_applications/{id}
deleteOauthApplication DELETE /api/v1/oauth_applications/{id}
listConnectors GET /api/v1/connectors list page
createConnector POST /api/v1/connectors key
getConnector GET /api/v1/connectors/{id}
deleteConnector DELETE /api/v1/connectors/{id}
createConnectorKey POST /api/v1/connectors/{id}/keys key empty
listAuditEvents GET /api/v1/audit_events list page
listJobs GET /api/v1/jobs
getJob GET /api/v1/jobs/{id}
retryJob POST /api/v1/jobs/{id}/retry empty
showLogin GET /login open text
logIn POST /login open form
logOut POST /logout open form
showConsent GET /oauth/authorize open text
decideConsent POST /oauth/authorize open form
startDeviceFlow POST /api/v1/cli/auth/device open
pollDeviceFlow POST /api/v1/cli/auth/device/poll open
showActivation GET /cli/activation open text
decideActivation POST /cli/activation open form text
exchangeToken POST /api/v1/oauth/token_exchange open form
listPersonalAccessTokens GET /api/v1/personal_access_tokens list page
createPersonalAccessToken POST /api/v1/personal_access_tokens open key
deletePersonalAccessToken DELETE /api/v1/personal_access_tokens/{id}
showTokens GET /settings/tokens open text
changeTokens POST /settings/tokens open form text
listMandataires GET /rental/api/v1/mandataires list page
createMandataire POST /rental/api/v1/mandataires key
updateMandataire PATCH /rental/api/v1/mandataires/{id}
deleteMandataire DELETE /rental/api/v1/mandataires/{id}
listMandataireMembers GET /rental/api/v1/mandataires/{id}/members list page
addMandataireMember POST /rental/api/v1/mandataires/{id}/members key
removeMandataireMember DELETE /rental/api/v1/mandataires/{id}/members/{user_id}
listAccountingEntries GET /rental/api/v1/accounting_entries mandataire list page
getAccountingEntry GET /rental/api/v1/accounting_entries/{id} mandataire
listAccountingPeriods GET /rental/api/v1/accounting/periods mandataire
closeAccountingPeriod POST /rental/api/v1/accounting/periods/{period}/close mandataire empty
getLedgerAccount GET /rental/api/v1/accounting/ledger mandataire
getTrialBalance GET /rental/api/v1/accounting/trial_balance mandataire
listFecExports GET /rental/api/v1/fec_exports mandataire list page
createFecExport POST /rental/api/v1/fec_exports mandataire key
getFecExport GET /rental/api/v1/fec_exports/{id} mandataire
deleteFecExport DELETE /rental/api/v1/fec_exports/{id} mandataire
downloadFecExport GET /rental/api/v1/fec_exports/{id}/download mandataire response
listRentCalls GET /rental/api/v1/rent_calls mandataire list page
markRentCallsSent POST /rental/api/v1/rent_calls/mark_sent mandataire
getRentCall GET /rental/api/v1/rent_calls/{id} mandataire
downloadRentCall GET /rental/api/v1/rent_calls/{id}/document mandataire response
downloadRentReceipt GET /rental/api/v1/rent_calls/{id}/receipt mandataire response
listRentCallReminders GET /rental/api/v1/rent_calls/{id}/reminders mandataire list page
createRentCallReminder POST /rental/api/v1/rent_calls/{id}/reminders mandataire key
downloadRentCallReminder GET /rental/api/v1/rent_calls/{id}/reminders/{reminder_id}/document mandataire response
listPayoutExports GET /rental/api/v1/owner_payouts/exports mandataire list page
createPayoutExport POST /rental/api/v1/owner_payouts/exports mandataire key
getPayoutExport GET /rental/api/v1/owner_payouts/exports/{id} mandataire
deletePayoutExport DELETE /rental/api/v1/owner_payouts/exports/{id} mandataire
downloadPayoutExport GET /rental/api/v1/owner_payouts/exports/{id}/download mandataire response
listSecurityDeposits GET /rental/api/v1/security_deposits mandataire list page
getSecurityDeposit GET /rental/api/v1/security_deposits/{id} mandataire
returnSecurityDeposit POST /rental/api/v1/security_deposits/{id}/return mandataire
downloadSecurityDeposit GET /rental/api/v1/security_deposits/{id}/document mandataire response
listSupplierInvoices GET /rental/api/v1/supplier_invoices mandataire list page
createSupplierInvoice POST /rental/api/v1/supplier_invoices mandataire key
getSupplierInvoice GET /rental/api/v1/supplier_invoices/{id} mandataire
deleteSupplierInvoice DELETE /rental/api/v1/supplier_invoices/{id} mandataire
listServiceEvents GET /rental/api/v1/mandates/{id}/service_events mandataire list page
createServiceEvent POST /rental/api/v1/mandates/{id}/service_events mandataire key
deleteServiceEvent DELETE /rental/api/v1/mandates/{id}/service_events/{event_id} mandataire
listChargeStatements GET /rental/api/v1/charge_statements mandataire list page
createChargeStatement POST /rental/api/v1/charge_statements mandataire key
getChargeStatement GET /rental/api/v1/charge_statements/{id} mandataire
deleteChargeStatement DELETE /rental/api/v1/charge_statements/{id} mandataire
approveChargeStatement POST /rental/api/v1/charge_statements/{id}/approve mandataire empty
downloadChargeStatement GET /rental/api/v1/charge_statements/{id}/document mandataire response
listOwnerPayouts GET /rental/api/v1/owner_payouts mandataire list page
getOwnerPayout GET /rental/api/v1/owner_payouts/{id} mandataire
orderOwnerPayoutAgain POST /rental/api/v1/owner_payouts/{id}/order_again mandataire empty
getOwnerStatement GET /rental/api/v1/owners/{id}/statement mandataire
createFeeWithdrawal POST /rental/api/v1/accounting/fee_withdrawals mandataire key
listPayments GET /rental/api/v1/payments mandataire list page
getPayment GET /rental/api/v1/payments/{id} mandataire
listBankStatements GET /rental/api/v1/bank_statements mandataire list page
importBankFile POST /rental/api/v1/bank_files mandataire file:uploaded_file
getReconciliation GET /rental/api/v1/accounting/reconciliation mandataire
listBankTransactions GET /rental/api/v1/bank_transactions mandataire list page
getBankTransaction GET /rental/api/v1/bank_transactions/{id} mandataire
assignBankTransaction POST /rental/api/v1/bank_transactions/{id}/assignments mandataire key
deleteBankAssignment DELETE /rental/api/v1/bank_transactions/{id}/assignments/{assignment_id} mandataire
listProperties GET /rental/api/v1/properties mandataire list page
createProperty POST /rental/api/v1/properties mandataire key
getProperty GET /rental/api/v1/properties/{id} mandataire
updateProperty PATCH /rental/api/v1/properties/{id} mandataire
deleteProperty DELETE /rental/api/v1/properties/{id} mandataire
listUnits GET /rental/api/v1/units mandataire list page
createUnit POST /rental/api/v1/units mandataire key
getUnit GET /rental/api/v1/units/{id} mandataire
updateUnit PATCH /rental/api/v1/units/{id} mandataire
deleteUnit DELETE /rental/api/v1/units/{id} mandataire
listOwnerships GET /rental/api/v1/ownerships mandataire list page
createOwnership POST /rental/api/v1/ownerships mandataire key
getOwnership GET /rental/api/v1/ownerships/{id} mandataire
updateOwnership PATCH /rental/api/v1/ownerships/{id} mandataire
deleteOwnership DELETE /rental/api/v1/ownerships/{id} mandataire
listOwners GET /rental/api/v1/owners mandataire list page
createOwner POST /rental/api/v1/owners mandataire key
getOwner GET /rental/api/v1/owners/{id} mandataire
updateOwner PATCH /rental/api/v1/owners/{id} mandataire
deleteOwner DELETE /rental/api/v1/owners/{id} mandataire
listTenants GET /rental/api/v1/tenants mandataire list page
createTenant POST /rental/api/v1/tenants mandataire key
getTenant GET /rental/api/v1/tenants/{id} mandataire
updateTenant PATCH /rental/api/v1/tenants/{id} mandataire
deleteTenant DELETE /rental/api/v1/tenants/{id} mandataire
listRentalContacts GET /rental/api/v1/contacts mandataire list page
createRentalContact POST /rental/api/v1/contacts mandataire key
getRentalContact GET /rental/api/v1/contacts/{id} mandataire
updateRentalContact PATCH /rental/api/v1/contacts/{id} mandataire
deleteRentalContact DELETE /rental/api/v1/contacts/{id} mandataire
listServiceProviders GET /rental/api/v1/service_providers mandataire list page
createServiceProvider POST /rental/api/v1/service_providers mandataire key
getServiceProvider GET /rental/api/v1/service_providers/{id} mandataire
updateServiceProvider PATCH /rental/api/v1/service_providers/{id} mandataire
deleteServiceProvider DELETE /rental/api/v1/service_providers/{id} mandataire
listSnapshots GET /rental/api/v1/snapshots mandataire list page
listMandates GET /rental/api/v1/mandates mandataire list page
createMandate POST /rental/api/v1/mandates mandataire key
getMandate GET /rental/api/v1/mandates/{id} mandataire
updateMandate PATCH /rental/api/v1/mandates/{id} mandataire
deleteMandate DELETE /rental/api/v1/mandates/{id} mandataire
extendMandate POST /rental/api/v1/mandates/{id}/extend mandataire
terminateMandate POST /rental/api/v1/mandates/{id}/terminate mandataire
listIndexValues GET /rental/api/v1/index_values list page
saveIndexValues POST /rental/api/v1/index_values
listLeases GET /rental/api/v1/leases mandataire list page
createLease POST /rental/api/v1/leases mandataire key
getLease GET /rental/api/v1/leases/{id} mandataire
updateLease PATCH /rental/api/v1/leases/{id} mandataire
deleteLease DELETE /rental/api/v1/leases/{id} mandataire
activateLease POST /rental/api/v1/leases/{id}/activate mandataire empty
giveLeaseNotice POST /rental/api/v1/leases/{id}/give_notice mandataire
withdrawLeaseNotice POST /rental/api/v1/leases/{id}/withdraw_notice mandataire empty
cancelLease POST /rental/api/v1/leases/{id}/cancel mandataire empty
applyLeaseRevision POST /rental/api/v1/leases/{id}/revisions mandataire key
downloadLeaseRevision GET /rental/api/v1/leases/{id}/revisions/{revision_id}/document mandataire response
listLeaseTerms GET /rental/api/v1/lease_terms mandataire list page
createLeaseTerm POST /rental/api/v1/lease_terms mandataire key
getLeaseTerm GET /rental/api/v1/lease_terms/{id} mandataire
updateLeaseTerm PATCH /rental/api/v1/lease_terms/{id} mandataire
deleteLeaseTerm DELETE /rental/api/v1/lease_terms/{id} mandataire
listLeaseParties GET /rental/api/v1/lease_parties mandataire list page
createLeaseParty POST /rental/api/v1/lease_parties mandataire key
getLeaseParty GET /rental/api/v1/lease_parties/{id} mandataire
updateLeaseParty PATCH /rental/api/v1/lease_parties/{id} mandataire
deleteLeaseParty DELETE /rental/api/v1/lease_parties/{id} mandataire
listBillingRuns GET /rental/api/v1/billing_runs mandataire list page
createBillingRun POST /rental/api/v1/billing_runs mandataire key
getBillingRun GET /rental/api/v1/billing_runs/{id} mandataire
listBillingRunLines GET /rental/api/v1/billing_runs/{id}/lines mandataire list page
reviewBillingRunLine PATCH /rental/api/v1/billing_runs/{id}/lines/{line_id} mandataire
recomputeBillingRun POST /rental/api/v1/billing_runs/{id}/recompute mandataire empty
acknowledgeBillingRunAnomalies POST /rental/api/v1/billing_runs/{id}/acknowledge_anomalies mandataire empty
validateBillingRun POST /rental/api/v1/billing_runs/{id}/validate mandataire query:force empty
getBillingRunDifference GET /rental/api/v1/billing_runs/{id}/difference mandataire
listIncidents GET /rental/api/v1/incidents mandataire list page
getIncident GET /rental/api/v1/incidents/{id} mandataire
getIncidentAttachment GET /rental/api/v1/incidents/{id}/attachments/{attachment_id} mandataire response
listLetters GET /rental/api/v1/letters mandataire list page
createLetters POST /rental/api/v1/letters mandataire key
getLetters GET /rental/api/v1/letters/{id} mandataire
cancelLetters POST /rental/api/v1/letters/{id}/cancel mandataire empty
downloadLetters GET /rental/api/v1/letters/{id}/download mandataire response
applyBillingRun POST /rental/api/v1/billing_runs/{id}/apply mandataire empty
cancelBillingRun POST /rental/api/v1/billing_runs/{id}/cancel mandataire
declareIncident POST /portal/v1/incidents connector
moveIncident PATCH /portal/v1/incidents/{id} connector
attachToIncident POST /portal/v1/incidents/{id}/attachments connector file:file
bringBankTransactions POST /portal/v1/bank_transactions connector
ingestKnowledgeGraph POST /api/v1/knowledge_graph/ingestions connector key
listKnowledgeGraphNodes GET /api/v1/knowledge_graph/nodes connector list page
listKnowledgeGraphEdges GET /api/v1/knowledge_graph/edges connector list page
getHome GET / open text
getReference GET /docs open text
getHealth GET /healthz open
getReadiness GET /readyz open
getOpenapi GET /openapi.json open
`;
