/** What a URL says to us, and what is left of it for the driver. */
export interface ConnectionUrl {
  readonly url: string;
  /** Whether statements get names on the server. */
  readonly named: boolean;
}

const STATEMENTS = ["named", "unnamed"];

/**
 * Reads `statements=unnamed` out of a URL, and puts settings that the server is asked for at connecting beside those that
 * stand in the URL's own `options`. Where both say something, these win: what is answered is read by them.
 */
export function connectionUrl(url: string, settings: Readonly<Record<string, string>>): ConnectionUrl {
  const [place = "", query = ""] = url.split("?", 2);
  const parameters = new URLSearchParams(query);
  const statements = parameters.get("statements") ?? "named";
  if (!STATEMENTS.includes(statements)) throw new Error(`statements must be one of ${STATEMENTS.join(", ")}`);
  parameters.delete("statements");
  const own = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  parameters.set("options", [...(parameters.get("options") ?? "").split(" ").filter(Boolean), ...own].join(" "));
  return { url: `${place}?${parameters}`, named: statements === "named" };
}
