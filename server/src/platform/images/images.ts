/** Where finished pictures are kept. A store that does not answer throws AppError `unavailable` within seconds. */
export type ImageStore = {
  /** Whole or not at all; the same name again replaces what was there. */
  put(name: string, bytes: Buffer): Promise<void>
  /** Undefined: there is none of this name. */
  get(name: string): Promise<Buffer | undefined>
  /** Removing what is not there is no failure. */
  remove(name: string): Promise<void>
  /** Writes, reads and removes a probe. @throws with the store's own reason */
  verify(): Promise<void>
}
