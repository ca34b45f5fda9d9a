export { directoryStoresContract } from "./directory-stores-contract.ts";
