import { useEffect, useEffectEvent, useState } from 'react'

const settleMs = 300

/**
 * The text of a search box. What is typed is searched for a moment after the last key; what else changes the search,
 * such as a step back, changes the box. `onSearch` gets the text without spaces around it.
 */
export function useSearchText(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search)
  const [seen, setSeen] = useState(search)
  const [sent, setSent] = useState(search)
  if (search !== seen) {
    setSeen(search)
    setSent(search)
    // What was typed comes back a moment later, when there may be more in the box.
    if (search !== sent) setText(search)
  }
  const settle = useEffectEvent(() => {
    const typed = text.trim()
    if (typed === search) return
    setSent(typed)
    onSearch(typed)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: every key starts the wait anew
  useEffect(() => {
    const timer = setTimeout(() => settle(), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText] as const
}
