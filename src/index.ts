// The public names of the library.
export { type ErrorCode, LeaseholdError } from "./core/errors.ts";
