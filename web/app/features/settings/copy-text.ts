/** Puts text where it can be pasted. Plain http has no clipboard of its own, so the field is copied there. */
export async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    field?.select()
    return document.execCommand('copy')
  }
}
