/** A file is not what it should be; another way to read it may do better. */
export class DamagedPdf extends Error {
  override readonly name = "DamagedPdf";
}

/** A file that opens with a password only. */
export class EncryptedPdf extends Error {
  override readonly name = "EncryptedPdf";
}
