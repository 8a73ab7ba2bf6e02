/** Said on the document once, when the page has come alive. */
export const aliveEvent = 'marga:alive'

/**
 * What is pressed, ticked or chosen before the page is alive happens when it is. Runs as part of the page itself, by
 * its text: it must need nothing from outside of it.
 */
export function keepEarlyPresses(alive: string): void {
  /** What was done to which control, the last of several. */
  const wishes = new Map<HTMLElement, string | boolean>()
  const note = ({ type, target }: Event) => {
    const control = target instanceof Element ? target.closest('button, input, select') : null
    if (control instanceof HTMLButtonElement && type === 'click' && control.type === 'button')
      wishes.set(control, true)
    if (type !== 'change') return
    if (control instanceof HTMLSelectElement) wishes.set(control, control.value)
    if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type))
      wishes.set(control, control.checked)
  }
  document.addEventListener('click', note, true)
  document.addEventListener('change', note, true)
  const act = () => {
    document.removeEventListener('click', note, true)
    document.removeEventListener('change', note, true)
    for (const [control, wish] of wishes) {
      if (control instanceof HTMLSelectElement) {
        control.value = String(wish)
        control.dispatchEvent(new Event('change', { bubbles: true }))
        continue
      }
      // React takes a press for one only if it changes what React knows.
      if (control instanceof HTMLInputElement) control.checked = !wish
      control.click()
    }
  }
  document.addEventListener(alive, act, { once: true })
}
