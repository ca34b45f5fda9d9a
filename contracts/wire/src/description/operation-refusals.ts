/** Codes of `error` by status. */
export type Refusals = Readonly<Record<number, readonly string[]>>;

const CONSUMED = ["upload_not_open", "upload_expired", "upload_already_used"];
const NEW_FILE = {
  409: ["upload_processing"],
  422: [...CONSUMED, "chunks_missing"],
  429: ["rate_limited"],
  503: ["timed_out", "temporarily_unavailable"],
} as const;
const RETAINED = { 422: ["retained"] } as const;
const PLACED = ["folder_too_deep", "workspace_mismatch"];
const OPEN_UPLOAD = ["already_completed", "upload_expired", "upload_not_open"];
const COMPOSED = ["invalid_assembly_mode", "typst_source_not_editable"];
const PART = ["invalid_transition", "part_locked"];
const TRANSITION = { 422: ["invalid_transition"] } as const;
const DEPENDENTS = { 422: ["has_dependents"] } as const;
const POSTING = ["amount_too_large", "before_opening", "entry_unbalanced", "period_closed"];
const PRINTED = { 422: ["unprocessable_entity"], 429: ["rate_limited"] } as const;
const CLIENT = { 401: ["invalid_client"], 415: ["invalid_request"] } as const;

/**
 * Refusals of single operations, in addition to those that follow from their data (refusals.ts). A test compares them
 * with real responses.
 */
export const OPERATION_REFUSALS: Readonly<Record<string, Refusals>> = {
  createToken: {
    ...CLIENT,
    400: ["invalid_grant", "invalid_scope", "unauthorized_client", "unsupported_grant_type"],
  },
  getMetrics: { 401: ["unauthorized"], 404: ["not_found"] },
  revokeToken: { ...CLIENT, 400: ["unauthorized_client"] },
  exchangeToken: {
    ...CLIENT,
    400: ["invalid_grant", "invalid_scope", "unauthorized_client", "unsupported_grant_type"],
  },
  startDeviceFlow: { 400: ["invalid_scope"] },
  pollDeviceFlow: {
    400: ["access_denied", "authorization_pending", "expired_token"],
    410: ["already_consumed"],
  },
  createPersonalAccessToken: { 422: ["sign_in_refused", "too_many_tokens"] },

  createFolder: { 422: PLACED },
  updateFolder: { 422: ["folder_cycle", "retained", ...PLACED] },
  deleteFolder: RETAINED,
  deleteDocument: RETAINED,
  deleteWorkspace: RETAINED,
  purgeFromTrash: RETAINED,
  restoreFromTrash: { 422: ["retained", ...PLACED] },
  createDocument: {
    ...NEW_FILE,
    422: [
      ...NEW_FILE[422],
      "bulk_upload_closed",
      "bulk_upload_full",
      "position_taken",
      "unsupported_format",
      "workspace_mismatch",
    ],
  },
  updateDocument: { ...NEW_FILE, 422: [...NEW_FILE[422], "retained", "workspace_mismatch"] },
  createVersion: { ...NEW_FILE, 409: ["upload_processing", "version_precondition_failed"] },
  restoreVersion: { 409: ["version_precondition_failed"] },
  createBulkUpload: { 422: ["workspace_mismatch"] },
  createDocumentExport: { 429: ["rate_limited"] },
  downloadDocumentExport: { 409: ["conflict"] },
  createChunkedUpload: { 422: ["workspace_mismatch"] },
  uploadChunk: {
    409: ["upload_processing"],
    422: ["checksum_mismatch", "invalid_chunk_number", "invalid_chunk_size", ...OPEN_UPLOAD],
    429: ["rate_limited"],
  },
  completeChunkedUpload: {
    409: ["upload_processing"],
    422: ["checksum_mismatch", "chunks_missing", ...OPEN_UPLOAD],
    503: ["storage_unavailable"],
    507: ["insufficient_storage"],
  },
  cancelChunkedUpload: { 409: ["upload_processing"], 422: [...OPEN_UPLOAD, "upload_already_used"] },
  publishFolder: { 422: ["not_a_public_root"] },
  publishSite: { 422: ["not_a_public_root"] },
  propagateFolder: { 422: ["not_a_public_root"] },
  unpublishFolder: { 422: ["not_a_public_root"] },
  searchDocuments: { 503: ["timed_out"] },

  retryJob: { 409: ["job_not_failed"] },
  deleteTemplate: { 422: ["template_in_use"] },
  createComposedDocument: { 422: [...COMPOSED, "workspace_mismatch"] },
  updateComposedDocument: { 409: ["conflict"], 422: COMPOSED },
  createPart: { 422: PART },
  updatePart: { 422: PART },
  deletePart: { 422: PART },
  compileComposedDocument: {
    409: ["compilation_in_progress"],
    422: ["compilation_failed", "nothing_to_compile"],
    429: ["rate_limited"],
    503: ["storage_unavailable", "timed_out"],
    507: ["insufficient_storage"],
  },
  cancelMassCommunication: TRANSITION,
  createMassCommunication: { 422: ["workspace_mismatch"] },

  closeAccountingPeriod: { 409: ["conflict"], 422: ["invalid_transition", ...POSTING] },
  getLedgerAccount: { 404: ["not_found"] },
  getOwnerStatement: { ...PRINTED, 422: ["statement_too_long", "unprocessable_entity"] },
  downloadRentCall: PRINTED,
  downloadRentCallReminder: PRINTED,
  createRentCallReminder: TRANSITION,
  downloadRentReceipt: { ...PRINTED, 422: ["nothing_paid", "unprocessable_entity"] },
  createFecExport: { 422: ["fec_invalid"], 503: ["storage_unavailable"], 507: ["insufficient_storage"] },
  deleteFecExport: RETAINED,
  returnSecurityDeposit: { 422: ["insufficient_funds", "invalid_transition", ...POSTING] },
  downloadSecurityDeposit: PRINTED,
  createChargeStatement: { 409: ["conflict"] },
  deleteChargeStatement: { 422: ["has_dependents", "invalid_transition", "retained"] },
  approveChargeStatement: TRANSITION,
  downloadChargeStatement: PRINTED,
  deleteServiceEvent: { 422: ["has_dependents"] },
  createSupplierInvoice: { 422: POSTING },
  deleteSupplierInvoice: { 422: ["already_reversed", "has_dependents", ...POSTING] },
  cancelLetters: TRANSITION,
  downloadLetters: { 409: ["conflict"] },
  createPayoutExport: {
    404: ["not_found"],
    422: ["missing_iban", "nothing_to_pay", "has_dependents"],
  },
  deletePayoutExport: DEPENDENTS,
  orderOwnerPayoutAgain: { 422: ["invalid_transition", "missing_iban"] },
  createFeeWithdrawal: { 404: ["not_found"], 422: ["insufficient_funds", ...POSTING] },
  assignBankTransaction: { 422: ["insufficient_funds", ...POSTING] },
  deleteBankAssignment: { 422: ["already_reversed", "has_dependents", "insufficient_funds", ...POSTING] },
  importBankFile: { 409: ["conflict"], 422: ["missing_iban", ...POSTING] },
  bringBankTransactions: { 404: ["not_found"], 409: ["conflict"], 422: ["missing_iban", ...POSTING] },

  deleteMandataire: DEPENDENTS,
  deleteProperty: DEPENDENTS,
  deleteUnit: DEPENDENTS,
  deleteOwner: DEPENDENTS,
  deleteTenant: DEPENDENTS,
  deleteRentalContact: DEPENDENTS,
  deleteServiceProvider: DEPENDENTS,
  deleteLease: DEPENDENTS,
  deleteMandate: { 422: ["has_dependents", "invalid_transition"] },
  updateProperty: DEPENDENTS,
  updateOwner: DEPENDENTS,
  updateTenant: DEPENDENTS,
  updateMandate: { 422: ["has_dependents", "invalid_transition"] },
  extendMandate: TRANSITION,
  terminateMandate: TRANSITION,
  updateLease: { 422: ["has_dependents", "invalid_transition"] },
  createLease: { 422: ["invalid_transition", ...POSTING] },
  activateLease: { 422: ["invalid_transition", ...POSTING] },
  giveLeaseNotice: TRANSITION,
  withdrawLeaseNotice: TRANSITION,
  cancelLease: TRANSITION,
  applyLeaseRevision: {
    422: ["index_missing", "invalid_transition", "retroactive", "revision_frozen", "revision_not_due"],
  },
  downloadLeaseRevision: PRINTED,
  updateLeaseTerm: { 422: ["revision_frozen", "has_dependents"] },
  deleteLeaseTerm: { 422: ["revision_frozen", "has_dependents"] },
  updateLeaseParty: DEPENDENTS,
  deleteLeaseParty: DEPENDENTS,
  listSnapshots: { 410: ["snapshot_expired"] },

  createBillingRun: { 404: ["not_found"] },
  reviewBillingRunLine: { 409: ["conflict"], 422: ["invalid_transition"] },
  recomputeBillingRun: { 409: ["conflict"], 422: ["invalid_transition"], 503: ["run_changing"] },
  acknowledgeBillingRunAnomalies: { 409: ["conflict"], 422: ["invalid_transition"] },
  validateBillingRun: { 409: ["conflict"], 422: ["anomalies_unacknowledged", "invalid_transition"] },
  getBillingRunDifference: TRANSITION,
  applyBillingRun: { 409: ["conflict", "run_stale"], 422: ["invalid_transition", ...POSTING] },
  cancelBillingRun: { 409: ["conflict"], 422: ["invalid_transition", "has_dependents", ...POSTING] },
  moveIncident: TRANSITION,
  attachToIncident: { 422: ["invalid_transition"], 503: ["storage_unavailable"] },
};
