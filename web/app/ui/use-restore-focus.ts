import { useRef } from 'react'

/** What was pressed last: Safari gives a button that is clicked no focus, so that it cannot be asked for it. */
let lastPressed: Element | null = null
if (typeof document !== 'undefined') {
  const note = ({ target }: Event) => {
    lastPressed = target instanceof Element ? target.closest('button, a, [tabindex]') : null
  }
  document.addEventListener('click', note, true)
}

/** Behind those that know a better place: lib/use-focus-after.ts. */
const fallbackAfterMs = 100

/**
 * Radix gives the focus back to a trigger of its own; our dialogs are opened from anywhere, and the focus would fall to
 * the body. For the content of a dialog: back to what had opened it, and to the page's content where that is gone.
 */
export function useRestoreFocus() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      const focused = document.activeElement
      opener.current = focused === document.body ? lastPressed : focused
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      focusOn(opener.current)
      if (document.activeElement !== document.body) return
      setTimeout(() => {
        if (document.activeElement === document.body) focusOn(document.querySelector('main'))
      }, fallbackAfterMs)
    },
  }
}

function focusOn(place: Element | null) {
  if (place instanceof HTMLElement && place.isConnected) place.focus({ preventScroll: true })
}
