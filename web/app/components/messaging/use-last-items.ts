import { useState } from 'react'

/** So many items are in the page at the end of a list; further up, as many as were scrolled through. */
const windowSize = 80

/** The last items of a list: however long it is, the page holds what is near. At its end the rest is let go. */
export function useLastItems<T>(items: readonly T[]) {
  const [size, setSize] = useState(windowSize)
  return {
    shown: items.slice(-size),
    hasHidden: items.length > size,
    showMore: () => setSize((before) => before + windowSize),
    onScroll: ({ currentTarget }: { currentTarget: HTMLElement }) => {
      // Laid out from below: 0 is the end.
      if (size > windowSize && Math.abs(currentTarget.scrollTop) < 8) setSize(windowSize)
    },
  }
}
