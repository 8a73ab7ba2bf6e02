import { type RefObject, useEffect, useRef } from 'react'

/** The dialog tries to give the focus back a moment after it is gone; this comes behind. */
const afterDialogMs = 50

/** @returns what forgets it, where the focus is somewhere by then or not needed any more */
function focusIfLost(place: RefObject<HTMLElement | null>): () => void {
  const timer = setTimeout(() => {
    if (document.activeElement === document.body) place.current?.focus()
  }, afterDialogMs)
  return () => clearTimeout(timer)
}

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
    if (!isOpen) return focusIfLost(place)
  }, [isOpen])
  return place
}

/** The same for a list whose entries go with the button that was pressed on them: when it has fewer than before. */
export function useFocusWhenFewer<E extends HTMLElement>(count: number): RefObject<E | null> {
  const place = useRef<E>(null)
  const before = useRef(count)
  useEffect(() => {
    const isFewer = count < before.current
    before.current = count
    if (isFewer) return focusIfLost(place)
  }, [count])
  return place
}
