/** Said on the document once, when the page has been hydrated. */
export const hydratedEvent = 'marga:hydrated'

/**
 * What is pressed, ticked or chosen before the page is hydrated happens when it is. Runs as part of the page itself, by
 * its text: it must need nothing from outside of it.
 */
export function replayEarlyEvents(eventName: string): void {
  /** What was done to which control, the last of several. */
  const recorded = new Map<HTMLElement, { event: Event; value: string | boolean }>()
  const note = (event: Event) => {
    const { type, target } = event
    const control = target instanceof Element ? target.closest('button, input, select') : null
    if (control instanceof HTMLButtonElement && type === 'click' && control.type === 'button')
      recorded.set(control, { event, value: true })
    if (type !== 'change') return
    if (control instanceof HTMLSelectElement) recorded.set(control, { event, value: control.value })
    if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type))
      recorded.set(control, { event, value: control.checked })
  }
  document.addEventListener('click', note, true)
  document.addEventListener('change', note, true)
  const act = () => {
    document.removeEventListener('click', note, true)
    document.removeEventListener('change', note, true)
    for (const [control, { event, value }] of recorded) {
      // React hydrated for the sake of this very press, and goes on with it.
      if (event.eventPhase !== Event.NONE) continue
      if (control instanceof HTMLSelectElement) {
        control.value = String(value)
        control.dispatchEvent(new Event('change', { bubbles: true }))
        continue
      }
      // React takes a press for one only if it changes what React knows.
      if (control instanceof HTMLInputElement) control.checked = !value
      control.click()
    }
  }
  document.addEventListener(eventName, act, { once: true })
}
