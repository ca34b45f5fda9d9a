/** Parts of our pages for other packages that serve pages. */
export { CHUNK_BYTES_DEFAULT } from "@cartulary/uploads";
export type { Console, ConsoleDependencies, CreateConsole } from "./create-app.ts";
export { countRequest } from "./guards/rate-limit.ts";
export { scopeWords } from "./pages/access-tables.ts";
export { errorPage } from "./pages/error-page.ts";
export { fileKindOf, sizeOf } from "./pages/file-labels.ts";
export {
  formOf,
  type Html,
  type Navigation,
  type NavigationFor,
  type NavigationLink,
  type PageContent,
  type PageLink,
  type PageSetting,
  pageAnswer,
} from "./pages/layout.ts";
export { ASSET_HEADERS } from "./pages/page-assets.ts";
export type { PageDependencies } from "./pages/page-handlers.ts";
export { pathOf } from "./pages/serve-pages.ts";
export { contentVersion } from "./pages/style.ts";
export { themeOf } from "./pages/theme.ts";
export type { ReplyOf } from "./requests/handlers.ts";
export { routePatterns } from "./requests/implement.ts";
export type { CallingPerson, CallOperation, OperationInput } from "./requests/operation-calls.ts";
export { methodNotAllowed } from "./requests/parse-request.ts";
export { type FinishedRequest, respond } from "./requests/respond.ts";
export {
  cookie,
  cookieName,
  newSecret,
  SESSION_COOKIE,
  type Site,
  secretIn,
  siteOf,
  VISIT_COOKIE,
} from "./sessions/cookies.ts";
export { requireOwnOrigin } from "./sessions/own-origin.ts";
export { isOwnPath, sealPath } from "./sessions/return-to.ts";
export { csrfTokenOf } from "./sessions/seal.ts";
export { type RequestSession, requireCsrfToken, sessionIn } from "./sessions/session.ts";
export type { Answer, Trace } from "./transport/answer.ts";
export { mediaTypeOf, readBody, readerOf } from "./transport/body.ts";
export type { BodyReader, BodyTimeouts } from "./transport/body-timeouts.ts";
export { type Download, downloadAnswer } from "./transport/download.ts";
export { type ErrorResponse, HttpError, toErrorResponse } from "./transport/errors.ts";
export { formParts } from "./transport/form-parts.ts";
export { type Language, languageOf } from "./transport/language.ts";
export { parametersOf, queryOf } from "./transport/query.ts";
