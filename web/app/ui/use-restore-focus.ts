import { useRef } from 'react'

/**
 * Radix gives the focus back to a trigger of its own; our dialogs are opened from anywhere, and the focus would fall to
 * the body. For the content of a dialog: back to what had the focus when it opened, if that is still there.
 */
export function useRestoreFocus() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      const place = opener.current
      if (!(place instanceof HTMLElement) || !place.isConnected || place === document.body) return
      event.preventDefault()
      place.focus({ preventScroll: true })
    },
  }
}
