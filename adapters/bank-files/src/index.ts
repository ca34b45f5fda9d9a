export { readBankFile } from "./bank-file.ts";
export type { BankFile, FileFault, FileStatement, FileTransaction } from "./transaction.ts";
