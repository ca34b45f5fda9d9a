import { expect, it } from "vitest";
import { browserOf } from "../src/pages/browser-words.ts";

const ENGINE = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox", "Linux"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${ENGINE} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
    "Edge",
    "Windows",
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${ENGINE} Chrome/131.0.0.0 Mobile Safari/537.36`, "Chrome", "Android"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${ENGINE} Chrome/131.0.0.0 Safari/537.36`, "Chrome", "ChromeOS"],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${ENGINE} Version/18.1 Safari/605.1.15`, "Safari", "macOS"],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${ENGINE} CriOS/131 Mobile/15E148 Safari/604.1`,
    "Chrome",
    "iOS",
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) ${ENGINE} Version/18.1 Mobile/15E148 Safari/604.1`,
    "Safari",
    "iPadOS",
  ],
  ["curl/8.9.1", "curl", null],
  ["Mozilla/5.0 (X11; Linux x86_64)", null, "Linux"],
  ["<script>alert(1)</script>", null, null],
  [null, null, null],
])("%s is %s on %s", (userAgent, browser, system) => {
  expect(browserOf(userAgent)).toEqual({ browser, system });
});
