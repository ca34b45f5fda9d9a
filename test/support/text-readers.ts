import { DomainError } from "@cartulary/kernel";
import type { ReadableContent, TextReader, TextRecognizer } from "@cartulary/search";

/** CPU time that each page of a file takes to be read, and a page that says {@link SLOW}. */
const PAGE_MS = 1_000;
const SLOW_MS = 100_000;

/** The behaviours that pages and files can declare. */
export const SLOW = "slow";
export const LOCKED = "locked";
export const BROKEN = "broken";
const SCAN = "scan:";

/** A file of pages. */
export const pagedFile = (pages: readonly string[]): Uint8Array => Buffer.from(`%PDF-paged\n${pages.join("\f")}`);
/** A page that is nothing but a picture of this text. */
export const scanOf = (text: string): string => `${SCAN}${text}`;
/** A picture of this text. */
export const pictureOf = (text: string): Uint8Array => Buffer.from(`\x89PNG\r\n\x1a\n\0${text}`, "latin1");

/** Refuses the next `count` pieces of work, as pools do that have too much of it. */
interface Refusing {
  refuse(count: number): void;
}

function refusals() {
  let left = 0;
  return {
    refuse: (count: number) => {
      left = count;
    },
    pass() {
      if (left === 0) return;
      left -= 1;
      throw new DomainError("unavailable", "temporarily_unavailable", "Too much is being read", {
        retryAfterSeconds: 2,
      });
    },
  };
}

/** Reads files of pages, in memory: each page takes CPU time on paper. */
export function pagedReader(): TextReader & Refusing {
  const { refuse, pass } = refusals();
  return {
    refuse,
    async read(content, { bytesMax, cpuMilliseconds, fromPage }) {
      pass();
      const pages = pagesOf(await bytesOf(content));
      if (pages === null || pages.includes(BROKEN)) return { status: "failed", isFinal: false };
      if (pages.includes(LOCKED)) return { status: "failed", isFinal: true };
      let text = "";
      let left = cpuMilliseconds;
      const pagesWithoutText: number[] = [];
      for (let page = fromPage; page < pages.length && Buffer.byteLength(text) < bytesMax; page += 1) {
        const pageText = pages[page] ?? "";
        left -= pageText === SLOW ? SLOW_MS : PAGE_MS;
        if (left < 0) return { status: "partial", text, nextPage: page, pagesWithoutText };
        if (pageText === "" || pageText.startsWith(SCAN)) pagesWithoutText.push(page);
        else text = cut(`${text}${pageText}\n`, bytesMax);
      }
      return { status: "read", text, pagesWithoutText };
    },
  };
}

/** Recognises what pictures, and pages of files that are pictures, are of. */
export function knowingRecognizer(): TextRecognizer & Refusing {
  const { refuse, pass } = refusals();
  return {
    refuse,
    async recognize(content, page) {
      pass();
      const bytes = await bytesOf(content);
      const text = page === null ? bytes.toString("latin1").split("\0")[1] : pagesOf(bytes)?.[page]?.slice(SCAN.length);
      if (text === undefined || text === BROKEN) throw new Error("No text can be recognised");
      return text;
    },
  };
}

function pagesOf(bytes: Buffer): readonly string[] | null {
  const [first = "", rest] = bytes.toString().split("\n", 2);
  return first === "%PDF-paged" && rest !== undefined ? rest.split("\f") : null;
}

async function bytesOf({ bytes }: ReadableContent): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes()) pieces.push(Uint8Array.from(piece));
  return Buffer.concat(pieces);
}

const cut = (text: string, bytesMax: number): string =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, bytesMax), { stream: true });
