import { type Mutant, mutantsOf } from "./mutant.ts";

const PAGES = "hosts/http/src/pages";
const FRENCH = "http/french-pages";
const SIGN_IN = "http/sign-in-pages";
const SESSION = "hosts/http/test/session";

/** Bugs of the pages and headers that browsers get. */
export const pageMutants: readonly Mutant[] = mutantsOf({
  "hosts/http/src/sessions/cookies.ts": [
    ["another host of the domain sets our cookie", 'secure && base === "" ? `__Host-${name}` : name', "name", SESSION],
    [
      "cookies of a mount path go to its neighbours",
      'const path = base === "" ? "/" : base;',
      'const path = "/";',
      SIGN_IN,
    ],
    ["scripts see the session", "httpOnly: true,", "httpOnly: false,", SIGN_IN],
    ["other sites send the session", 'sameSite: "Lax"', 'sameSite: "None"', SIGN_IN],
    ["the session goes over plain HTTP", 'sameSite: "Lax", secure }', 'sameSite: "Lax" }', SIGN_IN],
  ],
  [`${PAGES}/sign-in-pages.ts`]: [
    ["a sign-in clears no cookie", "{ ...CLEARED, ...cookie(", "{ ...cookie(", SIGN_IN],
    [
      "the redirect leads to another site",
      "const back = await openPath(returnTo, visit);\n      return",
      'const back = returnTo.replace(/^[^.]*\\./, "") || null;\n      return',
      SIGN_IN,
    ],
  ],
  "hosts/http/src/sessions/session.ts": [
    [
      "another page sends our forms",
      'if (await isSeal(csrf, secret, "csrf")) return;',
      "if (csrf !== secret) return;",
      SIGN_IN,
      "hosts/http/test/session",
    ],
  ],
  "hosts/http/src/create-app.ts": [
    ["a program is answered with a page", "if (!opensPage(raw)) return { headers };", "", FRENCH],
    [
      "a browser at a path of the API gets a page",
      '  if (OF_PROGRAMS.test(pathWithin(new URL(raw.url), mountPathOf(context, "/*")))) return {};',
      "",
      FRENCH,
    ],
  ],
  [`${PAGES}/access-tables.ts`]: [
    ["scopes are English everywhere", "TEXTS[language].tokens.scopeNames[scope]", "scope", FRENCH],
  ],
  "hosts/http/src/sessions/seal.ts": [
    [
      "a seal for one purpose is one for another",
      "encode(`${purpose}\\n${text}`)",
      "encode(`${purpose && text}`)",
      SIGN_IN,
      "hosts/http/test/session",
    ],
  ],
  "hosts/http/src/sessions/return-to.ts": [
    [
      "a way back is believed from whom it came",
      '(await isSeal(signature, visit, "return_to", path)) ? path : null',
      "signature ? path : null",
      SIGN_IN,
      "hosts/http/test/session",
    ],
  ],
  [`${PAGES}/layout.ts`]: [
    [
      "pages have no icon",
      '<link rel="icon" type="image/svg+xml" href="${base}${ICON_PATH}">\n',
      "",
      "http/pages",
      "browser/sign-in",
    ],
    ["pages of visitors load no style", "{ style: \"'self'\", img: \"'self'\" }", "{}", "http/public-pages"],
    [
      "pages are framed",
      "frame-ancestors 'none'; base-uri 'none'; form-action ${forms}",
      "form-action ${forms}",
      SIGN_IN,
    ],
    ["pages have no style", '<link rel="stylesheet" href="${base}${STYLE_PATH}">', "", "http/pages", "browser/sign-in"],
    ["browsers cache pages", '  "Cache-Control": "no-store",\n});', "});", SIGN_IN],
  ],
  [`${PAGES}/tables.ts`]: [
    [
      "a wide table makes the page wider than a phone",
      'class="wide"',
      "",
      "browser/device",
      "browser/sign-in",
      "browser/consent",
      "http/personal-tokens",
    ],
    ["a table does not scroll by keyboard", 'tabindex="0" ', "", "http/personal-tokens"],
  ],
  [`${PAGES}/style.ts`]: [
    ["to refuse looks like to approve", "button.other{", "button.otherwise{", "browser/consent", "browser/device"],
  ],
  [`${PAGES}/times.ts`]: [
    [
      "dates are shown as timestamps",
      "${format.format(millisecondsOf(instant))}",
      "${instant}",
      "http/public-pages",
      "http/personal-tokens",
      "browser/device",
    ],
  ],
  [`${PAGES}/activation-pages.ts`]: [
    ["a device is refused without a password only", " formnovalidate>", ">", "http/device-flow"],
    [
      "the page does not ask for the password",
      "  isFresh\n    ?",
      "  problem === undefined\n    ?",
      "http/device-flow",
      "browser/device",
    ],
    [
      "the page does not show a device's address",
      "<dt>${texts.address}</dt><dd>${grant.address}</dd>\n",
      "",
      "http/device-flow",
      "browser/device",
    ],
  ],
  [`${PAGES}/token-pages.ts`]: [
    [
      "the page shows no application that acts for the user",
      "${grantsTable({ language, form }, grants)}",
      "",
      "http/personal-tokens",
    ],
    ["the page shows no session", "${sessionsTable({ language, form }, open)}", "", "http/personal-tokens"],
  ],
  [`${PAGES}/authorize-pages.ts`]: [
    [
      "a look leaves a code behind",
      'checked.application.trusted && request.method !== "HEAD"',
      "checked.application.trusted",
      "http/hostile-oauth",
    ],
    [
      "consent does not check the request again",
      "const checked = await check(isAsking(inQuery) ? inQuery : parametersIn(form), session.caller.role);",
      "const checked = await check(parametersIn(form), session.caller.role);",
      "http/hostile-oauth",
    ],
  ],
  [`${PAGES}/public-pages.ts`]: [
    ["public pages have the policy of others", '  "Content-Security-Policy": POLICY,\n', "", "http/public-pages"],
    [
      "a missing public page has no page",
      'for (const path of ["/p", "/p/*"]) {',
      "for (const path of [] as string[]) {",
      "http/public-pages",
    ],
  ],
  [`${PAGES}/error-page.ts`]: [
    ["French pages show texts for programs", 'language === "en" ? html', "language ? html", FRENCH],
    [
      "a request for JSON gets a page",
      "if (wantsJson(request)) return",
      "if (!request) return",
      "http/public-pages",
      SIGN_IN,
    ],
  ],
  "hosts/http/src/sessions/own-origin.ts": [
    ["another site's form is taken", "isForeign || headers", "headers", SIGN_IN],
    [
      "a form that the browser calls another site's is taken",
      ' || headers.get("sec-fetch-site") === "cross-site"',
      "",
      SIGN_IN,
    ],
  ],
  "hosts/http/src/reference/reference.ts": [
    [
      "the reference is of our origin",
      '"allow-scripts", "allow-popups",',
      '"allow-scripts", "allow-same-origin", "allow-popups",',
      "http/pages",
    ],
    [
      "the reference has the run of the browser",
      '`${SANDBOX}; ${SOURCES["Content-Security-Policy"]}`',
      'SOURCES["Content-Security-Policy"]',
      "http/pages",
    ],
    ["the reference may connect to other hosts", "connect: \"'self'\",", 'connect: "*",', "http/pages"],
  ],
  "hosts/http/src/transport/page.ts": [
    ["the reference is framed", "\"frame-ancestors 'none'\", ", "", "http/pages"],
    ["pages send a referrer", '"Referrer-Policy": "no-referrer",', "", SIGN_IN],
  ],
  "hosts/http/src/pages/home-page.ts": [
    ["the root does not lead to the reference", '["/docs", texts.reference],', "", "http/pages"],
    ["below a path the root leads astray", "siteOf(publicUrl).base", '"."', "http/pages"],
  ],
});
