export { type BankFile, type FileFault, type FileTransaction, readBankFile } from "./bank-file.ts";
