export { type AdministrationApiDependencies, administrationApi } from "./administration-api.ts";
export { type AuthApiDependencies, authApi } from "./auth-api.ts";
export {
  type ClientAddress,
  type ClientAddressOptions,
  createClientAddress,
  type SocketAddress,
} from "./client-address.ts";
export { type ConnectorAreaDependencies, connectorAreas } from "./connector-area.ts";
export { type AppDependencies, createApp } from "./create-app.ts";
export { crossOrigin, type Origins } from "./cross-origin.ts";
export { type DeviceApiDependencies, deviceApi } from "./device-api.ts";
export { type DirectoryApiDependencies, directoryApi } from "./directory-api.ts";
export { type DocumentsApiDependencies, documentsApi } from "./documents-api.ts";
export type { ExchangeDependencies, Log } from "./exchange.ts";
export { type HostApiDependencies, hostApi, type Readiness } from "./host-api.ts";
export type { ApiDependencies } from "./implement.ts";
export { type IpBlock, parseIpBlock } from "./ip-address.ts";
export { type Mounted, mountedIn } from "./mounted.ts";
export { type OpenApi, openApi } from "./openapi.ts";
export { fecDownloadPath } from "./operations/fec-exports.ts";
export { BODY_PACE, type BodyPace } from "./pace.ts";
export { type ActivationPageDependencies, activationPages } from "./pages/activation-pages.ts";
export { publicPages } from "./pages/public-pages.ts";
export type { PageDependencies } from "./pages/serve-pages.ts";
export { signInPages } from "./pages/sign-in-pages.ts";
export { type TokenPageDependencies, tokenPages } from "./pages/token-pages.ts";
export { type PersonalTokensApiDependencies, personalTokensApi } from "./personal-tokens-api.ts";
export { type PublicApiDependencies, publicApi } from "./public-api.ts";
export { createRateLimit, type RateLimit } from "./rate-limit.ts";
export { type RentalApiDependencies, rentalApi } from "./rental-api.ts";
export { type TokenExchangeApiDependencies, tokenExchangeApi } from "./token-exchange-api.ts";
