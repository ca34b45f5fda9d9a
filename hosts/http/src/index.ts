export { type AdministrationApiDependencies, administrationApi } from "./administration-api.ts";
export { type AuthApiDependencies, authApi } from "./auth-api.ts";
export { type CompositionApiDependencies, compositionApi } from "./composition-api.ts";
export { type ConnectorAreaDependencies, connectorAreas } from "./connector-area.ts";
export { type AppDependencies, createApp } from "./create-app.ts";
export { type DeviceApiDependencies, deviceApi } from "./device-api.ts";
export { type DirectoryApiDependencies, directoryApi } from "./directory-api.ts";
export { type DocumentsApiDependencies, documentsApi } from "./documents-api.ts";
export { crossOrigin, type Origins } from "./exchange/cross-origin.ts";
export { type ExchangeDependencies, type Log, type NewResponse, platformResponse } from "./exchange/exchange.ts";
export { type Mounted, mountedIn } from "./exchange/mounted.ts";
export type { ApiDependencies } from "./exchange/perform.ts";
export { type Authenticate, authenticateBearer } from "./guards/authenticate.ts";
export { createRateLimit, type RateLimit } from "./guards/rate-limit.ts";
export { type HostApiDependencies, hostApi, type Readiness } from "./host-api.ts";
export { type KnowledgeGraphApiDependencies, knowledgeGraphApi } from "./knowledge-graph-api.ts";
export { fecDownloadPath } from "./operations/fec-exports.ts";
export { type ActivationPageDependencies, activationPages } from "./pages/activation-pages.ts";
export { publicPages } from "./pages/public-pages.ts";
export type { PageDependencies } from "./pages/serve-pages.ts";
export { signInPages } from "./pages/sign-in-pages.ts";
export { type TokenPageDependencies, tokenPages } from "./pages/token-pages.ts";
export { type PersonalTokensApiDependencies, personalTokensApi } from "./personal-tokens-api.ts";
export { type PublicApiDependencies, publicApi } from "./public-api.ts";
export { type OpenApi, openApi } from "./reference/openapi.ts";
export { type RentalApiDependencies, rentalApi } from "./rental-api.ts";
export { type TokenExchangeApiDependencies, tokenExchangeApi } from "./token-exchange-api.ts";
export type { OpenBody } from "./transport/bytes-body.ts";
export {
  type ClientAddress,
  type ClientAddressOptions,
  createClientAddress,
  type SocketAddress,
} from "./transport/client-address.ts";
export { type IpBlock, parseIpBlock } from "./transport/ip-address.ts";
export { BODY_PACE, type BodyPace, type BodyReader } from "./transport/pace.ts";
