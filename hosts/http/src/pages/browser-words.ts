/** Browsers by a part of their User-Agent. Several may match; the first one wins. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\bChromium\//, "Chromium"],
  [/\b(?:Chrome|HeadlessChrome|CriOS)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, "Android"],
  [/\biPad\b/, "iPadOS"],
  [/\biPhone\b|\biPod\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b|\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

/** A browser and its operating system; `null` if unknown. */
export interface BrowserName {
  readonly browser: string | null;
  readonly system: string | null;
}

/** Detects the browser from a User-Agent. */
export function browserOf(userAgent: string | null): BrowserName {
  const first = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1] ?? null;
  return { browser: first(BROWSERS), system: first(SYSTEMS) };
}
