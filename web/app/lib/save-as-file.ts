/** Offers text as a download of this page. */
export function saveAsFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the address a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
