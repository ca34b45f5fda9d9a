import { type Download, toErrorResponse } from "@cartulary/http/pages";
import {
  anonymousReaderOperations,
  compilationOperations,
  composedDocumentOperations,
  documentOperations,
  folderOperations,
  type Operation,
  publicAccessOperations,
  publicPageOperations,
  rentalOperations,
  searchOperations,
} from "@cartulary/wire";
import type { Visit } from "../frame/visit.ts";
import type { StepName } from "./texts.ts";

/** A call of an operation that succeeded. */
export interface CompletedCall {
  readonly operationId: string;
  readonly status: number;
  /** The reply of the operation. */
  readonly value: unknown;
}

/** A step of the tour. */
interface TourStep {
  readonly name: StepName;
  /** True if a call is this step; `done` has the numbers of the steps done before. */
  readonly isDone: (call: CompletedCall, done: ReadonlySet<number>) => boolean;
  /** Returns the path of the page where it is done. */
  readonly place: (visit: Visit) => Promise<string>;
}

const CREATED = 201;

/** Rehearsals answer 200 (public-access.md 4.6). */
const creates =
  (...operations: readonly Operation[]) =>
  ({ operationId, status }: CompletedCall): boolean =>
    status === CREATED && operations.some(({ id }) => id === operationId);

const calls =
  (...operations: readonly Operation[]) =>
  ({ operationId, status }: CompletedCall): boolean =>
    status < 300 && operations.some(({ id }) => id === operationId);

/** The numbers of steps that others follow. */
const PUBLISHED = 3;
const COMPILED = 6;

const { acknowledgeBillingRunAnomalies, applyBillingRun, downloadFecExport, reviewBillingRunLine, validateBillingRun } =
  rentalOperations;

/** The ten steps of console.md 4. */
export const TOUR: readonly TourStep[] = [
  {
    name: "find",
    isDone: (call) => calls(searchOperations.searchDocuments)(call) && (call.value as readonly unknown[]).length > 0,
    place: async () => "/search",
  },
  {
    name: "upload",
    isDone: calls(documentOperations.createDocument),
    place: (visit) => folderPath(visit, "Courriers", "/upload"),
  },
  {
    name: "publish",
    isDone: creates(publicAccessOperations.publishFolder),
    place: (visit) => folderPath(visit, "Technique", "/public"),
  },
  {
    name: "stranger",
    isDone: (call, done) => done.has(PUBLISHED) && calls(publicPageOperations.showPublicFolder)(call),
    place: publishedPath,
  },
  {
    name: "exclude",
    isDone: creates(publicAccessOperations.excludeFolder, publicAccessOperations.excludeDocument),
    place: (visit) => folderPath(visit, "Plans et photos", "/public"),
  },
  { name: "compile", isDone: calls(compilationOperations.compileComposedDocument), place: compositionPath },
  {
    name: "read",
    isDone: (call, done) =>
      done.has(COMPILED) &&
      calls(documentOperations.getDocumentContent)(call) &&
      (call.value as Download).content.contentType === "application/pdf",
    place: compositionPath,
  },
  {
    name: "review",
    isDone: calls(acknowledgeBillingRunAnomalies, reviewBillingRunLine, validateBillingRun),
    place: (visit) => runPath(visit, "computed,review"),
  },
  { name: "apply", isDone: calls(applyBillingRun), place: (visit) => runPath(visit, "computed,review,validated") },
  { name: "fec", isDone: calls(downloadFecExport), place: async () => "/agency/accounts#accounting-files" },
];

/** The operations that the places of the steps are found with. */
export const TOUR_OPERATIONS: readonly Operation[] = [
  folderOperations.listFolders,
  publicAccessOperations.getFolderPublicAccess,
  anonymousReaderOperations.getPublicFolder,
  composedDocumentOperations.listComposedDocuments,
  rentalOperations.listMandataires,
  rentalOperations.listBillingRuns,
];

async function folderNamed(visit: Visit, name: string): Promise<string | undefined> {
  const query = new URLSearchParams({ "q[name_eq]": name, per_page: "1" });
  return (await visit.call(folderOperations.listFolders, { query: query.toString() })).value[0]?.id;
}

async function folderPath(visit: Visit, name: string, page: string): Promise<string> {
  const id = await folderNamed(visit, name);
  return id === undefined ? "/" : `/folders/${id}${page}`;
}

/** The page for strangers once the folder is public; before that the page that publishes it, for those who may. */
async function publishedPath(visit: Visit): Promise<string> {
  const id = await folderNamed(visit, "Technique");
  if (id === undefined) return "/";
  const found = await orRefused(
    visit.call(publicAccessOperations.getFolderPublicAccess, { params: { folder_id: id } }),
  );
  if (found !== null) return found.value.public ? `/p/${id}` : `/folders/${id}/public`;
  // Readers may not ask for the state of public access.
  const shown = await orRefused(visit.call(anonymousReaderOperations.getPublicFolder, { params: { id } }));
  return shown === null ? `/folders/${id}` : `/p/${id}`;
}

/** Returns the reply of a call; `null` if the person may not have it or there is none. */
async function orRefused<Reply>(call: Promise<Reply>): Promise<Reply | null> {
  try {
    return await call;
  } catch (error) {
    const status = toErrorResponse(error)?.status;
    if (status === 403 || status === 404) return null;
    throw error;
  }
}

async function compositionPath(visit: Visit): Promise<string> {
  const { value } = await visit.call(composedDocumentOperations.listComposedDocuments, { query: "per_page=1" });
  return value[0] ? `/compositions/${value[0].id}` : "/compositions";
}

/** The latest run with one of these statuses. */
async function runPath(visit: Visit, statuses: string): Promise<string> {
  const { value: agencies } = await visit.call(rentalOperations.listMandataires, { query: "per_page=1" });
  const [agency] = agencies;
  if (!agency) return "/agency/runs";
  const mandataire = `mandataire_id=${agency.id}`;
  const query = `per_page=1&sort=period_start&direction=desc&q[status_in]=${statuses}&${mandataire}`;
  const { value } = await visit.call(rentalOperations.listBillingRuns, { query });
  return `/agency/runs${value[0] ? `/${value[0].id}` : ""}?${mandataire}`;
}
