import { DomainError, type FieldError, type Id } from "@cartulary/kernel";
import { tokens } from "@cartulary/server";
import { escapeForTerminal } from "../account/error-messages.ts";
import { callerOf } from "../caller.ts";
import { withHost } from "../host.ts";
import { idOf, parseArguments, rejectExtraArguments } from "../parse-arguments.ts";
import { print } from "../print.ts";
import { UsageError } from "../usage.ts";

/**
 * `cartulary restore-document ID [--folder ID | --workspace ID]`: takes a document, folder or workspace back from the trash
 * as the first administrator, to its old place or to another one. Prints `<id>\t<name>`. Exit code 1 when nothing of that
 * id is in the trash, or when its place is gone and no option names one.
 */
export async function restoreDocument(words: readonly string[]): Promise<number> {
  const { id, ...place } = parseOptions(words);
  return withHost(async (host) => {
    const { trash } = await host.getAsync(tokens.archive);
    const caller = await callerOf(await host.getAsync(tokens.database), undefined);
    const restored = await trash.restore(caller, { id, ...place }).catch((error: unknown) => {
      throw explained(id, error);
    });
    const name = "label" in restored ? restored.label : restored.name;
    await print(`${restored.id}\t${escapeForTerminal(name)}\n`);
    return 0;
  });
}

function parseOptions(words: readonly string[]): {
  readonly id: Id<"TrashEntry">;
  readonly documentsFolderId?: Id<"Folder">;
  readonly workspaceId?: Id<"Workspace">;
} {
  const { values, positionals } = parseArguments({
    args: [...words],
    allowPositionals: true,
    options: { folder: { type: "string" }, workspace: { type: "string" } },
  });
  const [argument, ...more] = positionals;
  rejectExtraArguments("restore-document", more);
  const id = idOf<"TrashEntry">("restore-document", argument);
  if (id === undefined) throw new UsageError("restore-document takes the id of what was deleted");
  const documentsFolderId = idOf<"Folder">("--folder", values.folder);
  const workspaceId = idOf<"Workspace">("--workspace", values.workspace);
  if (documentsFolderId && workspaceId) throw new UsageError("restore-document takes one of --folder and --workspace");
  return { id, ...(documentsFolderId && { documentsFolderId }), ...(workspaceId && { workspaceId }) };
}

/** Says what a refusal means at the machine. */
function explained(id: string, error: unknown): unknown {
  if (!(error instanceof DomainError)) return error;
  if (error.kind === "not_found") return new Error(`${id} is not in the trash`, { cause: error });
  const fields = Array.isArray(error.details) ? (error.details as readonly FieldError[]) : [];
  const [first] = fields;
  if (!first) return error;
  const option = { documentsFolderId: "--folder", workspaceId: "--workspace" }[first.field] ?? "its place";
  const message = first.field === "destination" ? "is gone; give --folder ID or --workspace ID" : first.message;
  return new Error(`${option} ${message}`, { cause: error });
}
