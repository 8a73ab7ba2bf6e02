/** Where finished pictures are kept. */
export type ImageStore = {
  /** @returns the address under which the picture is served */
  put(name: string, bytes: Buffer, contentType: string): Promise<string>
}
