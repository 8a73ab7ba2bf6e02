/**
 * Puts text where it can be pasted. Plain http has no clipboard of its own, so a field is copied there: the one that
 * shows the text, else one that is there for as long as that takes.
 */
export async function copyText(text: string, field: HTMLInputElement | null = null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const made = field ? null : document.body.appendChild(fieldOf(text))
    try {
      ;(field ?? made)?.select()
      return document.execCommand('copy')
    } finally {
      made?.remove()
    }
  }
}

function fieldOf(text: string): HTMLInputElement {
  const field = document.createElement('input')
  field.value = text
  field.className = 'sr-only'
  return field
}
