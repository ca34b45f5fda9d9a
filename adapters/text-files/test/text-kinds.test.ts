import { afterAll, describe, expect, it } from "vitest";
import { readingWith } from "./reading.ts";

const { lines, read, close } = readingWith();
afterAll(close);

describe("The text of RTF", () => {
  it("is in the code page that it declares, or in Unicode", async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset238 Arial CE;}{\f2\fcharset128 MS Mincho;}}\f0 D\'e9p\'f4t de garantie\par
{\uc1 1\u160?200,00 \u8364\'80}\par{\uc2 \u233\'c3\'a9t\u233 ??}\par {\f1 \'e8esk\'fd}{\f2\'93\'fa\'96\'7b} fin\line a\tab b\~c\emdash d\\ \{e\}}`;
    expect(await lines(rtf)).toEqual([
      "Dépôt de garantie",
      "1\u00a0200,00 €",
      "été",
      "český日本 fin",
      "a b\u00a0c—d\\ {e}",
    ]);
    expect(await lines(String.raw`{\rtf1\ansi\ansicpg1251 \'cc\'ee\'f1\'ea\'e2\'e0}`)).toEqual(["Москва"]);
  });

  it("omits hidden text", async () => {
    const rtf = String.raw`{\rtf1{\info{\title titre}}{\colortbl;\red0;}{\*\generator Riched20;}{\*\unknown inconnu}
{\stylesheet{\s0 Normal;}}un{\v cach\'e9}{\deleted supprim\'e9} deux \v trois\v0 quatre{\pict\wmetafile8 010203ff}{\pict\bin5 }}}}}} cinq\par
{\field{\*\fldinst HYPERLINK "http://x"}{\fldrslt lien}}}`;
    expect(await lines(rtf)).toEqual(["un deux quatre cinq", "lien"]);
  });

  it("has its notes, comments, frames, headers and cells", async () => {
    const rtf = String.raw`{\rtf1{\header en-t\'eate}loyer{\footnote hors charges}s{\*\annotation \'e0 revoir}
{\shp{\*\shpinst{\sp{\sn wzName}{\sv x}}{\shptxt cadre}}}\trowd un\cell deux\cell\row}`;
    expect(await lines(rtf)).toEqual(["en-tête", "loyer", "hors charges", "s", "à revoir", "cadre", "un deux"]);
  });
});

const CRLF = "\r\n";

/** An e-mail of a type with this body. */
const email = (type: string, body: string, headers: readonly string[] = []) =>
  [
    "From: =?UTF-8?Q?Ren=C3=A9e_L=C3=A9ger?= <renee@example.org>",
    "To: Agence <agence@example.org>",
    "MIME-Version: 1.0",
    "Subject: =?ISO-8859-1?B?Q29uZ+kgZHUgYmFpbA==?=",
    ...headers,
    `Content-Type: ${type}`,
    "",
    body,
  ].join(CRLF);

describe("The text of an e-mail", () => {
  const heading = ["Congé du bail", "Renée Léger renee@example.org", "Agence agence@example.org"];

  it("is its subject, its people and its plain text", async () => {
    const body = "Je vous pr=E9viens d=\r\nu d=E9part.";
    const found = await lines(
      email("text/plain; charset=iso-8859-1", body, ["Content-Transfer-Encoding: quoted-printable"]),
    );
    expect(found).toEqual([...heading, "Je vous préviens du départ."]);
  });

  it("is that of its HTML without plain text", async () => {
    const body = Buffer.from("<style>p{}</style><p>Préavis de <b>trois</b> mois</p>").toString("base64");
    const found = await lines(email("text/html; charset=utf-8", body, ["Content-Transfer-Encoding: base64"]));
    expect(found).toEqual([...heading, "Préavis de trois mois"]);
  });

  it("is that of its HTML where its plain text is empty", async () => {
    const body = [
      "--a",
      "Content-Type: text/plain",
      "",
      "",
      "--a",
      "Content-Type: text/html",
      "",
      "<p>Préavis</p>",
      "--a--",
    ];
    const found = await lines(email("multipart/alternative; boundary=a", body.join(CRLF)));
    expect(found.at(-1)).toBe("Préavis");
  });

  it("has the names of its attachments, and the text of messages in it", async () => {
    const inner = email("text/plain; charset=utf-8", "message intérieur").replace("Agence", "Notaire");
    const part = (headers: string, body: string) => ["--b", headers, "", body].join(CRLF);
    const body = [
      part(
        "Content-Type: multipart/alternative; boundary=a",
        [
          "--a",
          "Content-Type: text/plain; charset=utf-8",
          "",
          "voilà",
          "--a",
          "Content-Type: text/html",
          "",
          "<p>autrement</p>",
          "--a--",
        ].join(CRLF),
      ),
      part(
        "Content-Type: application/pdf; name*=UTF-8''%C3%A9tat%20des%20lieux.pdf\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64",
        "AAAA",
      ),
      part("Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename=ancien.eml", inner),
      "--b--",
    ].join(CRLF);
    const found = await lines(email("multipart/mixed; boundary=b", body));
    expect(found).toEqual([
      ...heading,
      "voilà",
      "état des lieux.pdf",
      "ancien.eml",
      ...heading.with(2, "Notaire agence@example.org"),
      "message intérieur",
    ]);
  });
});

describe("The text of XML", () => {
  it("is that of its elements and attributes, without their escapes", async () => {
    const xml = `<?xml version="1.0"?><!DOCTYPE bail><bail xmlns="urn:x" xml:lang="fr" objet="Résidence"><!-- non --><loyer>1&#160;200 &lt; 2</loyer><![CDATA[été & hiver]]></bail>`;
    expect(await lines(xml)).toEqual(["Résidence 1\u00a0200 < 2", "été & hiver"]);
    expect(await lines("<bail><preneur nom='Zoé'/></bail>")).toEqual(["Zoé"]);
  });

  it("is in the encoding that it declares", async () => {
    const xml = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>été</a>`;
    expect(await lines(Buffer.from(xml("ISO-8859-1"), "latin1"))).toEqual(["été"]);
    expect(
      await lines(Buffer.concat([Buffer.from("\ufeff", "utf16le"), Buffer.from(xml("UTF-16"), "utf16le")])),
    ).toEqual(["été"]);
    const greek = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="iso-8859-7"?><a>'),
      Buffer.of(0xe1, 0xe2),
      Buffer.from("</a>"),
    ]);
    expect(await lines(greek)).toEqual(["αβ"]);
  });

  it("is read although not well-formed", async () => {
    expect(await lines("<a><b>un</c> & deux</a><d>trois")).toEqual(["un & deux trois"]);
  });
});

describe("The text of JSON", () => {
  it("is its names and values, without their escapes", async () => {
    const json = String.raw`{"locataire":{"nom":"Zo\u00e9 \"D\"\/x\n","age":30.5e1,"tags":["un",true,null]},"vide":""}`;
    expect(await lines(json)).toEqual(['locataire nom Zoé "D"/x', "age 30.5e1", "tags un", "true", "vide"]);
    expect(await lines('{"a":"\\ud83d\\udd8b"}\n{"a":"deux"}\n')).toEqual(["a 🖋", "a deux"]);
  });

  it("is unchanged from the first invalid character on", async () => {
    expect(await lines("[1] Note de bas de page, « été »")).toEqual(["1", "Note de bas de page, « été »"]);
    expect(await lines('{"nom":"Zo\\u00e9')).toEqual(["nom Zoé"]);
  });
});

describe("Text", () => {
  it.each([
    ["windows-1252", Buffer.from("Prix \x80 1 200 \x97 \xe9t\xe9", "latin1"), "Prix € 1 200 — été"],
    ["UTF-8 with a mark", Buffer.from("\ufeffété"), "été"],
    ["UTF-16, little end first", Buffer.from("\ufeffété", "utf16le"), "été"],
    ["UTF-16, big end first", Buffer.from("\ufeffété", "utf16le").swap16(), "été"],
    ["CSV", "nom;ville\nZoé;Nîmes", "nom;ville Zoé;Nîmes"],
    ["Markdown", "# Été\n\n- un", "# Été - un"],
  ])("in %s is read unchanged", async (_, bytes, text) => {
    expect((await lines(bytes)).join(" ")).toBe(text);
  });

  it("of HTML is the visible text, in the declared encoding", async () => {
    const html =
      '<!doctype html><meta charset="windows-1251"><title>Bail</title><script>x</script><p>&eacute;t&eacute; \xcc\xee</p>';
    expect(await lines(Buffer.from(html, "latin1"))).toEqual(["Bail été Мо"]);
    expect(await lines('<?xml version="1.0"?><html xmlns="x"><p>&eacute;t&eacute;</p></html>')).toEqual(["été"]);
    expect(await lines("un <b>mot</b>", { contentType: "text/html" })).toEqual(["un mot"]);
  });

  it("of XML whose root is named as an element of HTML has its CDATA and its scripts", async () => {
    const cdata = "<a><![CDATA[cdtwo]]></a>";
    const script = "<a>five<script>scriptsix</script></a>";
    expect(await lines(cdata, { contentType: "application/xml", fileName: "c2.xml" })).toEqual(["cdtwo"]);
    expect(await lines(`<p>x</p>${" ".repeat(9_000)}${cdata}`)).toEqual(["x", "cdtwo"]);
    expect(await lines(script, { fileName: "C3.XML" })).toEqual(["five scriptsix"]);
    expect(await lines(script, { contentType: "application/atom+xml" })).toEqual(["five scriptsix"]);
    expect(await lines(script, { contentType: "text/html", fileName: "c3.html" })).toEqual(["five"]);
    expect(await lines("<p>five<script>//<![CDATA[\nx//]]></script></p>")).toEqual(["five"]);
    const called = { contentType: "text/html", fileName: "page.html" };
    expect(await lines("<div><svg><text><![CDATA[x]]></text></svg><p>Caf&eacute;</p></div>", called)).toContain("Café");
    expect(await lines("<div><!-- <![CDATA[ x ]]> --><p>Caf&eacute;</p><br>fin</div>")).toEqual(["Café fin"]);
    expect((await lines("<p>Caf&eacute; <code><![CDATA[</code><br>fin</p>")).join(" ")).toMatch(/^Café .*fin$/);
    expect(await lines("<title>Bail</title><html><script>x</script>y</html>", { fileName: "x.xml" })).toEqual([
      "Bail y",
    ]);
  });

  it("is truncated at the limit, between two characters", async () => {
    const reading = await read("é🖋".repeat(40_000), { bytesMax: 200_000 });
    expect(reading.status === "read" && reading.text === `${"é🖋".repeat(33_333)}é`).toBe(true);
    expect(await read("été", { bytesMax: 4 })).toMatchObject({ status: "read", text: "ét" });
  });
});
