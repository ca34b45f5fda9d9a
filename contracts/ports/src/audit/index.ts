export { type AuditStoresHarness, type AuditStoresUnderTest, auditStoreContract } from "./audit-store-contract.ts";
