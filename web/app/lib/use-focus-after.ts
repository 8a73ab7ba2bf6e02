import { type RefObject, useEffect, useRef } from 'react'

/** The dialog tries to give the focus back a moment after it is gone; this comes behind. */
const afterDialogMs = 50

/**
 * Where the focus goes when a dialog is closed and what had opened it is gone, such as the button of a list that was
 * empty: to the element of the returned ref, which needs `tabIndex={-1}`. A dialog gives it back by itself otherwise.
 */
export function useFocusAfter<E extends HTMLElement>(isOpen: boolean): RefObject<E | null> {
  const place = useRef<E>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current === isOpen) return
    wasOpen.current = isOpen
    if (isOpen) return
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) place.current?.focus()
    }, afterDialogMs)
    return () => clearTimeout(timer)
  }, [isOpen])
  return place
}
