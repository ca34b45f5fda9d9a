import { requireCsrfToken } from "@cartulary/http/pages";
import { invalid } from "@cartulary/kernel";
import { filesOf, type IncomingFile, type IncomingForm } from "./incoming-files.ts";
import { csrfSecret } from "./serve.ts";
import type { Visit } from "./visit.ts";

/** The error of a form without a file. */
export const NO_FILE = invalid({ field: "uploadedFile", code: "blank", message: "can't be blank" });

/** Yields the files of the field `uploaded_file` of a form whose CSRF token came before them. */
export async function* uploadedFiles(visit: Visit, incoming: IncomingForm): AsyncGenerator<IncomingFile> {
  let isAdmitted = false;
  for await (const file of filesOf(incoming)) {
    if (!isAdmitted) await requireCsrfToken(file.fields.get("csrf") ?? "", csrfSecret(visit));
    isAdmitted = true;
    if (file.name === "uploaded_file" && file.fileName !== "") yield file;
  }
  if (!isAdmitted) throw NO_FILE;
}
