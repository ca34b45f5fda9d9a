export { type AdministrationApiDependencies, administrationApi } from "./administration-api.ts";
export { type AuthApiDependencies, authApi } from "./auth-api.ts";
export { type CompositionApiDependencies, compositionApi } from "./composition-api.ts";
export { type ConnectorAreaDependencies, connectorAreas } from "./connector-fallback.ts";
export { type AppDependencies, createApp } from "./create-app.ts";
export { type DeviceApiDependencies, deviceApi } from "./device-api.ts";
export { type DirectoryApiDependencies, directoryApi } from "./directory-api.ts";
export { type DocumentsApiDependencies, documentsApi } from "./documents-api.ts";
export { type Authenticate, authenticateBearer } from "./guards/authenticate.ts";
export { createRateLimit, type RateLimit } from "./guards/rate-limit.ts";
export { type HostApiDependencies, hostApi, type Readiness } from "./host-api.ts";
export { type KnowledgeGraphApiDependencies, knowledgeGraphApi } from "./knowledge-graph-api.ts";
export type { MetricsEndpoint } from "./metrics-endpoint.ts";
export { fecDownloadPath } from "./operations/accounting/fec-exports.ts";
export { type ActivationPageDependencies, activationPages } from "./pages/activation-pages.ts";
export type { PageDependencies } from "./pages/page-handlers.ts";
export { publicPages } from "./pages/public-pages.ts";
export { signInPages } from "./pages/sign-in-pages.ts";
export { type TokenPageDependencies, tokenPages } from "./pages/token-pages.ts";
export { type PersonalTokensApiDependencies, personalTokensApi } from "./personal-tokens-api.ts";
export { type PublicApiDependencies, publicApi } from "./public-api.ts";
export { type OpenApi, openApi, openApiPieces } from "./reference/openapi.ts";
export { referenceRedirectUri } from "./reference/reference-sign-in.ts";
export { type RentalApiDependencies, rentalApi } from "./rental-api.ts";
export type { ApiDependencies } from "./requests/api-dependencies.ts";
export { crossOrigin, type Origins } from "./requests/cross-origin.ts";
export { type MountedOperation, mountedOperations } from "./requests/mounted-operations.ts";
export type { FinishedRequest, Log, RequestDependencies } from "./requests/respond.ts";
export { startingApp } from "./starting-app.ts";
export { type TokenExchangeApiDependencies, tokenExchangeApi } from "./token-exchange-api.ts";
export { type BodyReader, type BodyTimeouts, DEFAULT_BODY_TIMEOUTS } from "./transport/body-timeouts.ts";
export type { OpenBody } from "./transport/bytes-body.ts";
export {
  type ClientAddress,
  type ClientAddressOptions,
  createClientAddress,
  type SocketAddress,
} from "./transport/client-address.ts";
export { type IpBlock, parseIpBlock } from "./transport/ip-address.ts";
