// The public names for encryption.
export { type EncryptionOptions, encrypted } from "./encryption/encrypted.ts";
