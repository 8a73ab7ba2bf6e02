import type { Suggestion } from '@marga/contract/search'
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react'

const typingPauseMs = 150
const lengthMax = 60

type Shown = { list: readonly Suggestion[]; active: number }
const nothing: Shown = { list: [], active: -1 }

/**
 * What may be meant, while it is being typed: the state of a combobox with a list. Arrows move, Enter chooses,
 * Escape closes; without a choice Enter is the form's own.
 */
export function useSuggestions(onChoose: (suggestion: Suggestion) => void) {
  const [shown, setShown] = useState(nothing)
  const listId = useId()
  const { request, stop } = useRequest((list) => setShown({ list, active: -1 }))
  const close = () => {
    stop()
    setShown(nothing)
  }
  const ask = (text: string) => {
    stop()
    const q = text.trim().slice(0, lengthMax)
    if (q === '') return setShown(nothing)
    request(q)
  }
  const choose = (suggestion: Suggestion) => {
    close()
    onChoose(suggestion)
  }
  const { list, active } = shown
  const optionId = (index: number) => `${listId}-${index}`
  const move = (steps: number) => {
    // One more place than suggestions: the text field itself.
    const places = list.length + 1
    setShown({ list, active: ((active + 1 + steps + places) % places) - 1 })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (list.length === 0 || event.nativeEvent.isComposing) return
    if (event.key === 'Escape') close()
    else if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && active >= 0) choose(list[active]!)
    else return
    event.preventDefault()
  }
  return {
    list,
    active,
    listId,
    optionId,
    ask,
    close,
    choose,
    /** For the input; what it does with its own events stays its own. */
    input: {
      role: 'combobox',
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-expanded': list.length > 0,
      'aria-controls': listId,
      'aria-activedescendant': active >= 0 ? optionId(active) : undefined,
      onKeyDown,
      onBlur: close,
    } as const,
  }
}
export type Suggestions = ReturnType<typeof useSuggestions>

/** Asks after a pause in the typing. `stop` ends what has no answer yet, and so does leaving the page. */
function useRequest(onAnswer: (list: readonly Suggestion[]) => void) {
  const asking = useRef<{ timer?: ReturnType<typeof setTimeout>; abort?: AbortController }>({})
  const stop = useCallback(() => {
    clearTimeout(asking.current.timer)
    asking.current.abort?.abort()
  }, [])
  useEffect(() => stop, [stop])
  const request = (q: string) => {
    const abort = new AbortController()
    asking.current = {
      abort,
      timer: setTimeout(async () => {
        const { suggest } = await import('../lib/suggest.ts')
        const list = await suggest(q, abort.signal)
        if (!abort.signal.aborted) onAnswer(list)
      }, typingPauseMs),
    }
  }
  return { request, stop }
}
