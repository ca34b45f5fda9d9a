/** The file is damaged; another way of reading may still succeed. */
export class DamagedPdf extends Error {
  override readonly name = "DamagedPdf";
}

/** The file requires a password. */
export class EncryptedPdf extends Error {
  override readonly name = "EncryptedPdf";
}
