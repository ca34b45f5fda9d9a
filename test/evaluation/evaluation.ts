import { DOCUMENTS, type House } from "../support/application-fixture.ts";
import type { CreatedDocumentBody, FoundDocumentBody } from "../support/records.ts";
import { uploadForm } from "../support/send-request.ts";
import { CORPUS } from "./corpus/index.ts";
import type { CorpusText } from "./corpus/text.ts";
import type { Judgement } from "./judgement.ts";
import { JUDGEMENTS } from "./judgements/index.ts";
import { type Answer, type Score, scoreOf } from "./measure.ts";

/** The pause between two uploads, so that "newest first" decides between texts that match equally well. */
const UPLOAD_INTERVAL_MILLISECONDS = 1000;
const PAGE_SIZE = 100;

/** Uploads the corpus to an empty house, waits until all of it is indexed, and sends every query over HTTP. */
export async function evaluateSearch(house: House): Promise<readonly Score[]> {
  const keys = new Map<string, string>();
  for (const entry of CORPUS) {
    house.clock.pass(UPLOAD_INTERVAL_MILLISECONDS);
    keys.set(await upload(house, entry), entry.key);
  }
  while ((await house.work()) > 0);
  const scores: Score[] = [];
  for (const judgement of JUDGEMENTS) scores.push(scoreOf(judgement, await answerTo(house, judgement, keys)));
  return scores;
}

async function upload({ admin }: House, { key, name, description, text }: CorpusText): Promise<string> {
  const file = { bytes: text, name: `${key}.txt`, type: "text/plain" };
  const fields = description === undefined ? { name } : { name, description };
  const reply = await admin.ask<CreatedDocumentBody>("POST", `${DOCUMENTS}/documents`, uploadForm(file, fields));
  if (reply.status !== 201) throw new Error(`${key} was not uploaded: ${reply.status} ${reply.text}`);
  return reply.body.id;
}

async function answerTo({ admin }: House, { query }: Judgement, keys: ReadonlyMap<string, string>): Promise<Answer> {
  const found: string[] = [];
  for (let page = 1; ; page += 1) {
    const reply = await admin.ask<readonly FoundDocumentBody[]>("GET", `${DOCUMENTS}/search`, {
      query: { query, page: String(page), per_page: String(PAGE_SIZE) },
    });
    if (reply.status !== 200) throw new Error(`The query ${query} was answered with ${reply.status} ${reply.text}`);
    for (const { id } of reply.body) found.push(keys.get(id) ?? `unknown document ${id}`);
    const corrected = reply.headers.get("x-search-corrected");
    if (reply.body.length < PAGE_SIZE)
      return { found, corrected: corrected === null ? null : decodeURIComponent(corrected) };
  }
}
