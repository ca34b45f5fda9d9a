export { createBankFileReader, readBankFile } from "./bank-file.ts";
export type { BankFile, BankFileError, FileStatement, FileTransaction } from "./transaction.ts";
