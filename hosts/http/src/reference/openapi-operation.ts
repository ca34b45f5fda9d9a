import { type Operation, PAGES } from "@cartulary/wire";

/** Tells in sentences what an operation asks of its caller, and how it behaves; each follows from its data. */
export function operationDescription(operation: Operation): string {
  return [
    accessText(operation),
    operation.role && `The user must have the role ${operation.role} or a higher one.`,
    operation.mandataire && "Acts on one managing agent (X-Mandataire-Id), of which the caller must be a member.",
    listText(operation),
    operation.isUnpaged && "Returns the whole list at once.",
    operation.endsEarly && "An answer ends before 8 MiB; Link then names the rest.",
    operation.envelope && `The answer is wrapped in \`${operation.envelope}\`.`,
    operation.wrapper && `The body is wrapped in \`${operation.wrapper}\`.`,
    operation.method === "patch" && "Fields that are absent keep their value; PUT does the same.",
    operation.headers?.includes("Idempotency-Key") &&
      "With an Idempotency-Key, a repeated request gets the first answer and creates nothing again.",
    operation.headers?.includes("Range") && "Answers ranges and revalidation as RFC 9110 says.",
    operation.awaitsChild && "May wait for a free worker: 503 with Retry-After when it takes too long.",
    operation.deprecated && "Kept for existing clients only.",
  ]
    .filter((sentence) => typeof sentence === "string")
    .join(" ");
}

function accessText({ scope }: Operation): string {
  if (scope === "none") return "Needs no token.";
  if (scope === "session") return "Needs a browser session; tokens are not accepted.";
  if (scope === "connector") return "Needs the key of a connector in X-Connector-Key.";
  return `Needs a token with the scope \`${scope}\`.`;
}

function listText({ list }: Operation): string | undefined {
  if (list === undefined) return undefined;
  return list === PAGES
    ? "Returns one page of the list; headers have its position and the total."
    : "Returns one page of the list, filtered by `q`; headers have its position and the total.";
}
