export { readBankFile } from "./bank-file.ts";
export type { BankFile, FileFault, FileTransaction } from "./transaction.ts";
