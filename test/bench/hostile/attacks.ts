import { DOCUMENTS_BASE } from "@cartulary/wire";
import type { AgencyGround } from "../agency-ground.ts";
import { BULK_SQL } from "../bulk-sql.ts";
import type { Engine } from "../scene.ts";
import { type Flood, flood, type Hostile, type Person } from "./people.ts";
import { smallPdf } from "./small-pdf.ts";

/** The means of an attack. */
interface Ground {
  readonly engine: Engine;
  readonly url: string;
  readonly agency: AgencyGround;
  readonly attacker: Person;
}

/** An attack of one user on a host that another user uses. */
export interface Attack {
  readonly name: string;
  /** Creates the records of the attack, without measurement; returns the function that begins the attack. */
  prepare(ground: Ground): Promise<() => readonly Flood[]>;
}

const COMPOSED = `${DOCUMENTS_BASE}/composed_documents`;
const JSON_TYPE = { "content-type": "application/json" };

/** A template of nothing, which every document of the attacks is made of. */
export const BARE = "bare";

const by = ({ token }: Person, attack: Hostile): Hostile => ({
  ...attack,
  headers: { authorization: `Bearer ${token}`, ...attack.headers },
});

const sending = (method: Hostile["method"], path: string, body: unknown): Hostile => ({
  ...{ method, path, headers: JSON_TYPE },
  body: JSON.stringify(body),
});

/** Of the part that the value is filled into: 80 kB. */
const PLACEHOLDERS = 16_000;
/** Repeated for each placeholder it gives 480 MB, just below the longest string. */
const VALUE = "a".repeat(30_000);
/** One document is compiled once at a time. */
const BOMBS = 8;

/** One request that multiplies: the value, by the number of its placeholders. */
const placeholders: Attack = {
  name: "placeholders",
  async prepare({ url, attacker }) {
    const ids: string[] = [];
    while (ids.length < BOMBS) {
      const body = { templateKey: BARE, variables: { a: VALUE } };
      const { id } = await attacker.client.createComposedDocument({ body });
      const content = "{{a}}".repeat(PLACEHOLDERS);
      await attacker.client.createPart({ params: { id }, body: { content, status: "editing" } });
      ids.push(id);
    }
    const compile = (count: number) => sending("POST", `${COMPOSED}/${ids[count % BOMBS]}/compile`, {});
    return () => [flood(url, 2, (count) => by(attacker, compile(count)))];
  },
};

/** One less than there may be: one more can be added, and is taken away again. */
const PARTS = 999;
const PART_LENGTH = 100_000;

/** Lists and writes of a document of a thousand parts, each of 100 kB. */
const parts: Attack = {
  name: "parts",
  async prepare({ engine, url, agency, attacker }) {
    const { id } = await attacker.client.createComposedDocument({ body: { templateKey: BARE } });
    const params = { id };
    const content = "A clause of a long contract. ".repeat(PART_LENGTH / 29);
    const { id: partId } = await attacker.client.createPart({ params, body: { content, status: "editing" } });
    await copyParts(agency, engine, id);
    const own = `${COMPOSED}/${id}/parts`;
    const reorder = sending("PATCH", `${own}/reorder`, { parts: [{ id: partId, position: 1_000_000 }] });
    const requests: readonly Hostile[] = [
      { method: "GET", path: own },
      { method: "GET", path: `${COMPOSED}?per_page=100` },
      reorder,
      sending("POST", own, { content: "One more", status: "editing" }),
      sending("PATCH", `${own}/${partId}`, { instructions: "Look again" }),
    ];
    return () => [flood(url, 4, (count) => by(attacker, requests[count % requests.length] ?? reorder))];
  },
};

/** The part of a document again and again, past the host: adding one is what the attack is about. */
async function copyParts({ rows, run }: AgencyGround, engine: Engine, documentId: string): Promise<void> {
  const [row = {}] = await rows(`select * from composed_parts where composed_document_id = '${documentId}'`);
  const others = Object.keys(row).filter((name) => name !== "id" && name !== "position");
  const columns = others.map((name) => `"${name}"`).join(", ");
  const { id, series } = BULK_SQL[engine];
  await run(
    `insert into composed_parts (id, position, ${columns}) ${series(PARTS - 1)}
      select ${id("series.n")}, series.n + 2, ${others.map((name) => `part."${name}"`).join(", ")}
      from series, composed_parts as part where part.composed_document_id = '${documentId}'`,
  );
}

/** About a second of a child's time. */
const SLOW = "#for a in range(2000) { for b in range(2000) { } }";
/** More than the requests at once: a second compilation of one document is refused. */
const COMPILATIONS = 96;
const LANES = 48;

/** A user who fills every queue in which others wait: compilations, inspections of files, merges, texts of files. */
const queues: Attack = {
  name: "queues",
  async prepare({ url, attacker }) {
    const ids: string[] = [];
    while (ids.length < COMPILATIONS) {
      const body = { templateKey: BARE, assemblyMode: "pure_typst", typstSource: `${SLOW} // ${ids.length}` } as const;
      ids.push((await attacker.client.createComposedDocument({ body })).id);
    }
    const bulkIds: string[] = [];
    const announce = sending("POST", `${DOCUMENTS_BASE}/bulk_uploads`, {
      ...{ total_files: 1, merge_to_pdf: true, merged_file_name: "all.pdf" },
    });
    const keepAnnounced = async () => {
      const body = { totalFiles: 1, mergeToPdf: true, mergedFileName: "all.pdf" };
      while (bulkIds.length < COMPILATIONS) bulkIds.push((await attacker.client.createBulkUpload({ body })).id);
    };
    await keepAnnounced();
    const file = (count: number): Hostile => {
      const bulkId = bulkIds.pop();
      return bulkId === undefined ? announce : fileOf(bulkId, count);
    };
    const compile = (count: number): Hostile => sending("POST", `${COMPOSED}/${ids[count % ids.length]}/compile`, {});
    return () => [
      flood(url, LANES, (count) => by(attacker, compile(count))),
      flood(url, 16, (count) => by(attacker, count % 2 === 0 ? file(count) : fileOf(null, count))),
    ];
  },
};

const BOUNDARY = "a-boundary-that-no-file-holds";

/** A file of its own, which is read for the search; for a bulk upload it is looked into first. */
function fileOf(bulkId: string | null, count: number): Hostile {
  const fields = bulkId === null ? {} : { bulk_upload_id: bulkId, position: "0" };
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="uploaded_file"; filename="page.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  const pdf = smallPdf(`Page ${count} of ${Math.random()}`);
  const body = Buffer.concat([Buffer.from(texts.join("") + head), pdf, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  const headers = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
  return { method: "POST", path: `${DOCUMENTS_BASE}/documents`, headers, body };
}

/** A client without any credential who tries secrets and keys. */
const secrets: Attack = {
  name: "wrong secrets",
  async prepare({ url }) {
    const wrong = (count: number) => `ctcs_${String(count).padStart(49, "0")}`;
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const token = (count: number): Hostile => ({
      ...{ method: "POST", path: "/oauth/token", headers: form },
      body: `grant_type=client_credentials&client_id=first-application&client_secret=${wrong(count)}`,
    });
    const key = (count: number): Hostile => ({
      ...sending("POST", "/portal/v1/bank_transactions", {}),
      headers: { ...JSON_TYPE, "x-connector-key": `ctck_${String(count).padStart(49, "0")}` },
    });
    const bearer = (count: number): Hostile => ({
      ...{ method: "GET", path: `${DOCUMENTS_BASE}/folders` },
      headers: { authorization: `Bearer ctat_${String(count).padStart(49, "0")}` },
    });
    const kinds = [token, key, bearer];
    return () => [flood(url, 16, (count) => (kinds[count % kinds.length] ?? token)(count))];
  },
};

/** Attacks of one user, each on a host of its own. */
export const ATTACKS: readonly Attack[] = [secrets, parts, queues, placeholders];
