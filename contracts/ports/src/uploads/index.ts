export { chunkedUploadStoresContract } from "./chunked-upload-stores-contract.ts";
