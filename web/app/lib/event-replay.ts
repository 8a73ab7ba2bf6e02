/** Said on the document once, when React hears its events: what is done from then on is done. */
export const listeningEvent = 'marga:listening'
/** Said on the document once, when the page has been hydrated and its effects have run. */
export const hydratedEvent = 'marga:hydrated'

/**
 * What is pressed, ticked or chosen before React listens happens when the page is hydrated. Runs as part of the page
 * itself, by its text: it must need nothing from outside of it.
 */
export function replayEarlyEvents(listening: string, hydrated: string): void {
  /** What was done to which control, the last of several. */
  const recorded = new Map<HTMLElement, { event: Event; value: string | boolean }>()
  const note = (event: Event) => {
    const { type, target } = event
    const control = target instanceof Element ? target.closest('button, input, select') : null
    if (control instanceof HTMLButtonElement && type === 'click' && control.type === 'button')
      recorded.set(control, { event, value: true })
    if (control instanceof HTMLSelectElement && type === 'change')
      recorded.set(control, { event, value: control.value })
    if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type))
      recorded.set(control, { event, value: control.checked })
  }
  document.addEventListener('click', note, true)
  document.addEventListener('change', note, true)
  const stop = () => {
    document.removeEventListener('click', note, true)
    document.removeEventListener('change', note, true)
    for (const [control, { event }] of recorded) {
      // React hydrated for the sake of this very press, and goes on with it; but a box was ticked before React knew it.
      if (event.eventPhase !== Event.NONE && !(control instanceof HTMLInputElement)) recorded.delete(control)
    }
  }
  const replay = () => {
    for (const [control, { value }] of recorded) {
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
  document.addEventListener(listening, stop, { once: true })
  // Not within an event that is still under way.
  document.addEventListener(hydrated, () => setTimeout(replay), { once: true })
}
