import type { CallOperation, NavigationFor } from "@cartulary/http/pages";
import { isAdministratorRole } from "@cartulary/kernel";
import { rentalOperations } from "@cartulary/wire";
import { FRAME_TEXTS } from "./texts.ts";

/**
 * Returns the navigation by role: documents for all, rental for members of a mandataire, administration for
 * administrators; in a demonstration the tour, too.
 */
export function navigationOver(call: CallOperation, { hasTour }: { readonly hasTour: boolean }): NavigationFor {
  return async (person, { language, path }) => {
    const { sections } = FRAME_TEXTS[language];
    const { value: mandataires } = await call(rentalOperations.listMandataires, person, { query: "per_page=1" });
    const isAdministrator = isAdministratorRole(person.signedIn.session.caller.role);
    const section = sectionOf(path);
    const link = (to: string, text: string, name: Section) => ({ path: to, text, isCurrent: section === name });
    return {
      main: [
        link("/", sections.documents, "documents"),
        ...(mandataires.length > 0 ? [link(agencyAt(path), sections.rental, "rental")] : []),
        ...(isAdministrator ? [link("/admin/users", sections.administration, "administration")] : []),
      ],
      own: [
        ...(hasTour ? [{ path: "/tour", text: sections.tour }] : []),
        { path: "/settings/profile", text: sections.profile },
        { path: "/settings/tokens", text: sections.tokens },
      ],
    };
  };
}

/** Returns the path of the dashboard, of the mandataire in the query of a page (console.md 6). */
function agencyAt(path: string): string {
  if (sectionOf(path) !== "rental") return "/agency";
  const chosen = new URLSearchParams(path.split("?", 2)[1]).get("mandataire_id");
  return chosen === null ? "/agency" : `/agency?mandataire_id=${encodeURIComponent(chosen)}`;
}

type Section = "documents" | "rental" | "administration" | "settings";

function sectionOf(path: string): Section {
  if (/^\/agency(?:[/?]|$)/.test(path)) return "rental";
  if (/^\/admin\//.test(path)) return "administration";
  return /^\/(?:settings|cli|oauth)\//.test(path) ? "settings" : "documents";
}
