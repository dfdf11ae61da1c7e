// `leasehold/encryption`: encrypted payloads.
export { type EncryptionOptions, encrypted } from "./encryption/encrypted.ts";
