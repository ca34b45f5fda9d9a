/** A connection URL without our own parameters, and their values. */
export interface ConnectionUrl {
  readonly url: string;
  /** True if statements are named on the server. */
  readonly usesNamedStatements: boolean;
}

const STATEMENTS = ["named", "unnamed"];

/** Parses `statements=unnamed` in a URL, and adds settings to its `options`. They take precedence over the URL's. */
export function connectionUrl(url: string, settings: Readonly<Record<string, string>>): ConnectionUrl {
  const [base = "", query = ""] = url.split("?", 2);
  const parameters = new URLSearchParams(query);
  const statements = parameters.get("statements") ?? "named";
  if (!STATEMENTS.includes(statements)) throw new Error(`statements must be one of ${STATEMENTS.join(", ")}`);
  parameters.delete("statements");
  const own = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  parameters.set("options", [...(parameters.get("options") ?? "").split(" ").filter(Boolean), ...own].join(" "));
  return { url: `${base}?${parameters}`, usesNamedStatements: statements === "named" };
}
