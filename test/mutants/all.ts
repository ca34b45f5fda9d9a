import { auditMutants } from "./audit.ts";
import { authMutants } from "./auth.ts";
import { billingMutants } from "./billing.ts";
import { blobMutants } from "./blobs.ts";
import { bulkUploadMutants } from "./bulk-uploads.ts";
import { chunkedUploadMutants } from "./chunked-uploads.ts";
import { commandLineMutants } from "./command-line.ts";
import { compositionMutants } from "./composition.ts";
import { containmentMutants } from "./containment.ts";
import { convergenceMutants } from "./convergence.ts";
import { databaseMutants } from "./databases.ts";
import { directoryMutants } from "./directory.ts";
import { documentMutants } from "./documents.ts";
import { estateMutants } from "./estate.ts";
import { estateHistoryMutants } from "./estate-histories.ts";
import { hostMutants } from "./hosts.ts";
import { httpMutants } from "./http.ts";
import { incidentMutants } from "./incidents.ts";
import { kernelMutants } from "./kernel.ts";
import { knowledgeGraphMutants } from "./knowledge-graph.ts";
import { leaseMutants } from "./leases.ts";
import { leaseTimeMutants } from "./leases-in-time.ts";
import { ledgerMutants } from "./ledger.ts";
import { mandateMutants } from "./mandates.ts";
import { massCommunicationMutants } from "./mass-communications.ts";
import { moneyInMutants } from "./money-in.ts";
import { moneyOutMutants } from "./money-out.ts";
import { moneyReadMutants } from "./money-read.ts";
import type { Mutant } from "./mutant.ts";
import { ocrMutants } from "./ocr.ts";
import { pageMutants } from "./pages.ts";
import { pdfMutants } from "./pdf.ts";
import { publicAccessMutants } from "./public-access.ts";
import { runApplicationMutants } from "./run-application.ts";
import { searchMutants } from "./search.ts";
import { searchWordsMutants } from "./search-words.ts";
import { statementMutants } from "./statements.ts";
import { textFileMutants } from "./text-files.ts";
import { typstMutants } from "./typst.ts";
import { typstWasmMutants } from "./typst-wasm.ts";
import { verificationMutants } from "./verification.ts";

/** Every bug that is planted. */
export const mutants: readonly Mutant[] = [
  ...ledgerMutants,
  ...estateMutants,
  ...estateHistoryMutants,
  ...leaseMutants,
  ...mandateMutants,
  ...incidentMutants,
  ...convergenceMutants,
  ...billingMutants,
  ...runApplicationMutants,
  ...moneyInMutants,
  ...moneyOutMutants,
  ...moneyReadMutants,
  ...leaseTimeMutants,
  ...documentMutants,
  ...compositionMutants,
  ...massCommunicationMutants,
  ...searchMutants,
  ...searchWordsMutants,
  ...knowledgeGraphMutants,
  ...publicAccessMutants,
  ...directoryMutants,
  ...authMutants,
  ...auditMutants,
  ...blobMutants,
  ...bulkUploadMutants,
  ...chunkedUploadMutants,
  ...kernelMutants,
  ...httpMutants,
  ...pageMutants,
  ...hostMutants,
  ...commandLineMutants,
  ...databaseMutants,
  ...statementMutants,
  ...verificationMutants,
  ...containmentMutants,
  ...pdfMutants,
  ...textFileMutants,
  ...ocrMutants,
  ...typstMutants,
  ...typstWasmMutants,
];
