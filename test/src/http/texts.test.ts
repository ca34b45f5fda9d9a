import { readFileSync } from "node:fs";
import { textReaderContract } from "@cartulary/ports/search";
import type { FileReader, TextReader } from "@cartulary/search";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse } from "../../support/application-fixture.ts";
import { databases, usualDatabases } from "../../support/databases.ts";
import { documentAt, type Makers, makersFor } from "../../support/record-factories.ts";
import type { DocumentBody, FoundDocumentBody } from "../../support/records.ts";
import { expectStatus } from "../../support/refusals.ts";
import {
  BROKEN,
  knowingRecognizer,
  LOCKED,
  pagedFile,
  pagedReader,
  pictureOf,
  SLOW,
  scanOf,
} from "../../support/text-readers.ts";

textReaderContract("The reader of these tests", {
  create: pagedReader,
  samples: {
    pages: { bytes: pagedFile(["one", "two"]), says: ["one", "two"] },
    "pages without text": {
      bytes: pagedFile(["one", "", scanOf("x")]),
      says: ["one"],
      saysNot: ["x"],
      pagesWithoutText: [1, 2],
    },
  },
  failures: {
    "a password": { bytes: pagedFile([LOCKED]), isFinal: true },
    "something else": { bytes: Buffer.from("x"), isFinal: false },
  },
  long: pagedFile(Array.from({ length: 50 }, () => "é".repeat(40))),
  paged: { bytes: pagedFile(["p0.", "p1.", "p2."]), pages: 3, saidOn: (page) => `p${page}.` },
});

describe.each(usualDatabases)("texts are read on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  const reader = pagedReader();
  /** Runs between the reading of a text and its storing. */
  let afterReading = async (): Promise<void> => {};
  const pdfReader = {
    ...reader,
    async read(...[content, limits]: Parameters<TextReader["read"]>) {
      const reading = await reader.read(content, limits);
      await afterReading();
      return reading;
    },
  };
  const textRecognizer = knowingRecognizer();
  let lines: string[] = [];
  beforeAll(async () => {
    const logged = (line: string) => void lines.push(line);
    const environment = { LOG_LEVEL: "warn" };
    house = await openHouse(await open(), { pdfReader, textRecognizer, logged, environment });
    makers = makersFor(house);
  });
  beforeEach(() => {
    lines = [];
  });
  afterAll(() => house.close());

  const upload = (name: string, bytes: Uint8Array | string, type = "application/octet-stream") =>
    makers.upload({ name }, { bytes, name: "a", type });
  const documentOf = async (id: string) =>
    expectStatus(await house.admin.ask<DocumentBody>("GET", documentAt(id)), 200);
  const statusOf = async (id: string) => (await documentOf(id)).text_status;
  const finds = async (query: string) =>
    expectStatus(
      await house.admin.ask<readonly FoundDocumentBody[]>("GET", `${DOCUMENTS}/search`, { query: { query } }),
      200,
    ).map(({ name }) => name);
  /** Runs the due jobs of one queue. */
  const once = (queue: string, documentId: string) => house.attempt({ queue, payload: { documentId }, attempt: 1 });

  it("and a document reports the progress, which changes nothing else of it", async () => {
    const made = await upload("Texte", `un cerisier${" ".repeat(1_100)}`);
    expect(made.text_status).toBe("pending");
    await house.work();
    expect(await documentOf(made.id)).toMatchObject({ text_status: "read", updated_at: made.updated_at });
    const none = await upload("Octets", "\0\x01cerisier");
    await house.work();
    expect(await statusOf(none.id)).toBe("none");
    expect(await finds("cerisier")).toEqual(["Texte"]);
    await makers.version(made.id, "\0\x01");
    expect(await statusOf(made.id)).toBe("pending");
    await house.work();
    expect(await statusOf(made.id)).toBe("none");
  });

  it("by their bytes, with any declared type, and in their encodings", async () => {
    await upload("Excel", "nom;csvqx\n", "application/vnd.ms-excel");
    await upload("UTF-16", Buffer.from("\ufeffun pommier d’été", "utf16le"), "image/png");
    await upload("Windows", Buffer.from("un \x9cuf pommier \x80", "latin1"), "application/pdf");
    await house.work();
    expect(await finds("csvqx")).toEqual(["Excel"]);
    expect(await finds("pommier ete")).toEqual(["UTF-16"]);
    expect(await finds("oeuf pommier")).toEqual(["Windows"]);
  });

  it("in full, though that takes more than one reading; the text read so far is found at once", async () => {
    const pages = Array.from({ length: 90 }, (_, page) =>
      page === 89 ? "dernier figuier" : page === 0 ? "premier figuier" : "x",
    );
    const { id } = await upload("Long", pagedFile(pages));
    await once("search/index", id);
    await once("search/read", id);
    expect([await statusOf(id), await finds("premier figuier"), await finds("dernier figuier")]).toEqual([
      "partial",
      ["Long"],
      [],
    ]);
    expectStatus(await house.admin.ask<unknown>("PATCH", documentAt(id), { json: { name: "Renommé" } }), 200);
    await once("search/index", id);
    expect(await finds("premier figuier")).toEqual(["Renommé"]);
    await house.work();
    expect([await statusOf(id), await finds("dernier figuier")]).toEqual(["read", ["Renommé"]]);
    expect(lines).toEqual([]);
  });

  it("without a page that takes minutes, which the status reports", async () => {
    const { id } = await upload("Lent", pagedFile(["avant", SLOW, "apres platane"]));
    await house.work();
    expect([await statusOf(id), await finds("platane")]).toEqual(["partial", ["Lent"]]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(id);
  });

  it("three times where they cannot be read, with one line in the log; once where that is useless", async () => {
    const broken = await upload("Cassé", pagedFile([BROKEN]));
    for (const queue of ["search/index", "search/read", "search/read"]) await once(queue, broken.id);
    expect([await statusOf(broken.id), lines]).toEqual(["pending", []]);
    await house.work();
    expect(await statusOf(broken.id)).toBe("failed");
    expect(lines).toHaveLength(1);
    const locked = await upload("Fermé", pagedFile([LOCKED]));
    await house.work();
    expect(await statusOf(locked.id)).toBe("failed");
    expect(lines).toHaveLength(2);
    const failed = { query: { "q[text_status_eq]": "failed", sort: "created_at", direction: "asc" } };
    const listed = await house.admin.ask<readonly DocumentBody[]>("GET", `${DOCUMENTS}/documents`, failed);
    expect(expectStatus(listed, 200).map(({ name, text_status }) => [name, text_status])).toEqual([
      ["Cassé", "failed"],
      ["Fermé", "failed"],
    ]);
  });

  it("later while too many texts are read, any number of times, without counting as failures", async () => {
    const { id } = await upload("Patient", pagedFile(["un saule", scanOf("un charme")]));
    pdfReader.refuse(5);
    textRecognizer.refuse(5);
    await house.work();
    expect([await statusOf(id), await finds("saule charme")]).toEqual(["read", ["Patient"]]);
    expect(lines).toEqual([]);
  });

  it("in pictures, and on pages that have no text; pending until then", async () => {
    const picture = await upload("Photo", pictureOf("un tilleul photographie"));
    const scan = await upload(
      "Scan",
      pagedFile(["couverture", scanOf("un tilleul numerise"), scanOf("un dernier tilleul")]),
    );
    await once("search/index", scan.id);
    await once("search/read", scan.id);
    expect([await statusOf(scan.id), await finds("couverture"), await finds("tilleul")]).toEqual([
      "pending",
      ["Scan"],
      [],
    ]);
    await house.work();
    expect([await statusOf(picture.id), await statusOf(scan.id)]).toEqual(["read", "read"]);
    expect(await finds("tilleul photographie")).toEqual(["Photo"]);
    expect(await finds("dernier tilleul numerise couverture")).toEqual(["Scan"]);
    const blurred = await upload("Floue", pictureOf(BROKEN));
    await house.work();
    expect([await statusOf(blurred.id), lines.length]).toEqual(["failed", 1]);
  });

  it("again on request; until then the previous text is found", async () => {
    const { id } = await upload("Relu", pagedFile(["un cypres"]));
    const lost = await upload("Perdu", pagedFile([LOCKED]));
    await house.work();
    const { updated_at } = await documentOf(id);
    expect(await house.rereading.one(id as never)).toBe(true);
    expect([await statusOf(id), await finds("cypres")]).toEqual(["pending", ["Relu"]]);
    await once("search/index", id);
    expect([await statusOf(id), await finds("cypres")]).toEqual(["pending", ["Relu"]]);
    await house.work();
    expect(await documentOf(id)).toMatchObject({ text_status: "read", updated_at });
    expect(await drained(house.rereading.many("failed"))).toBeGreaterThan(0);
    expect([await statusOf(id), await statusOf(lost.id)]).toEqual(["read", "pending"]);
    await drained(house.rereading.many("all"));
    expect(await statusOf(id)).toBe("pending");
    await house.work();
    expect([await statusOf(id), await statusOf(lost.id)]).toEqual(["read", "failed"]);
  });

  it("go on though their job was lost, and begin again with a new content", async () => {
    const { id } = await upload("Perdu", pagedFile(Array.from({ length: 9 }, (_, page) => `mot${page} hetre`)));
    await once("search/index", id);
    await once("search/read", id);
    await makers.version(id, { bytes: pagedFile(["un orme"]), name: "a", type: "application/pdf" });
    await once("search/read-on", id);
    expect(await statusOf(id)).toBe("pending");
    await house.work();
    expect([await statusOf(id), await finds("orme"), await finds("hetre")]).toEqual(["read", ["Perdu"], []]);
  });

  it("of the content that was read, and not of one that came meanwhile", async () => {
    const { id } = await upload("Relu", pagedFile(["un mirabellier"]));
    await once("search/index", id);
    afterReading = async () => {
      afterReading = async () => {};
      await makers.version(id, { bytes: pagedFile(["un plaqueminier"]), name: "a", type: "application/pdf" });
    };
    await once("search/read", id);
    expect([await statusOf(id), await finds("mirabellier")]).toEqual(["pending", []]);
    await house.work();
    expect([await statusOf(id), await finds("plaqueminier"), await finds("mirabellier")]).toEqual([
      "read",
      ["Relu"],
      [],
    ]);
  });
});

async function drained(counts: AsyncIterable<number>): Promise<number> {
  let sum = 0;
  for await (const count of counts) sum += count;
  return sum;
}

it("large texts and files of a kind that it knows are read by the reader of files", async () => {
  const read: number[] = [];
  const fileReader: FileReader = {
    reads: (beginning) => beginning[0] === 0x50,
    async read({ byteSize }) {
      read.push(byteSize);
      return { status: "read", text: "un tremble", pagesWithoutText: [] };
    },
  };
  const [{ open }] = databases as [(typeof databases)[number]];
  const house = await openHouse(await open(), { fileReader });
  const makers = makersFor(house);
  for (const length of [131_072, 131_073]) await makers.upload({ name: "Texte" }, "a".repeat(length));
  await makers.upload({ name: "Données" }, '{"a": 1}');
  await makers.upload({ name: "Binaire" }, "P\0\u0001");
  await makers.upload({ name: "Inconnu" }, "\0\u0001\u0002\u0003");
  await house.work();
  expect(read).toEqual([131_073, 8, 3]);
  await house.close();
});

const sample = (name: string) =>
  readFileSync(new URL(`../../../adapters/text-files/test/samples/${name}`, import.meta.url));

it("files of every kind are found by their text, under any name", async () => {
  const [{ open }] = databases as [(typeof databases)[number]];
  const house = await openHouse(await open());
  const makers = makersFor(house);
  const files: Readonly<Record<string, Uint8Array | string>> = {
    Bail: sample("tree.docx"),
    Tableau: sample("tree.xlsx"),
    Lettre: "From: Zoé <zoe@example.org>\r\nSubject: =?utf-8?q?Un_ch=C3=AAne?=\r\n\r\nBonjour",
    Note: "{\\rtf1\\ansi un fr\\'eane}",
    Données: '{"arbre":"un \\u00e9rable"}',
  };
  const upload = (name: string, bytes: Uint8Array | string) =>
    makers.upload({ name }, { bytes, name: "a.png", type: "image/png" });
  const made = [];
  for (const [name, bytes] of Object.entries(files)) made.push(await upload(name, bytes));
  const locked = await upload("Secret", sample("locked.odt"));
  await house.work();
  for (const { id } of made) {
    const reply = await house.admin.ask<DocumentBody>("GET", documentAt(id));
    expect(expectStatus(reply, 200).text_status).toBe("read");
  }
  const reply = await house.admin.ask<DocumentBody>("GET", documentAt(locked.id));
  expect(expectStatus(reply, 200).text_status).toBe("failed");
  for (const [word, name] of Object.entries({
    alisier: "Bail",
    cormier: "Tableau",
    chêne: "Lettre",
    frêne: "Note",
    érable: "Données",
  })) {
    const found = await house.admin.ask<readonly FoundDocumentBody[]>("GET", `${DOCUMENTS}/search`, {
      query: { query: word },
    });
    expect(expectStatus(found, 200).map((each) => each.name)).toEqual([name]);
  }
  await house.close();
});

describe.each(usualDatabases)("without a recogniser, on $name", ({ open }) => {
  it("pictures have no text, and pages without text are no loss", async () => {
    const house = await openHouse(await open(), { pdfReader: pagedReader() });
    const makers = makersFor(house);
    const picture = await makers.upload({ name: "Photo" }, { bytes: pictureOf("x"), name: "a.png", type: "image/png" });
    const scan = await makers.upload(
      { name: "Scan" },
      { bytes: pagedFile(["", ""]), name: "a.pdf", type: "application/pdf" },
    );
    await house.work();
    const statuses = [];
    for (const { id } of [picture, scan]) {
      const found = await house.admin.ask<DocumentBody>("GET", documentAt(id));
      statuses.push(expectStatus(found, 200).text_status);
    }
    expect(statuses).toEqual(["none", "read"]);
    await house.close();
  });
});
