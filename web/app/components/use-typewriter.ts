import { useEffect, useState } from 'react'

export type TypewriterTiming = { typeMs: number; deleteMs: number; pauseMs: number }
type State = { phrase: number; length: number; isDeleting: boolean }

/** What follows a state, and how long it takes until then. */
function following(
  state: State,
  phrases: readonly string[],
  keep: number,
  timing: TypewriterTiming,
): [State, number] {
  const { phrase, length, isDeleting } = state
  if (isDeleting) {
    return length > keep
      ? [{ ...state, length: length - 1 }, timing.deleteMs]
      : [{ phrase: (phrase + 1) % phrases.length, length: keep + 1, isDeleting: false }, timing.pauseMs]
  }
  return length < phrases[phrase]!.length
    ? [{ ...state, length: length + 1 }, timing.typeMs]
    : [{ ...state, length: length - 1, isDeleting: true }, timing.pauseMs]
}

/** How many letters at the beginning of all phrases are the same, in whole words: those stay. */
export function commonStart(phrases: readonly string[]): number {
  const [first = '', ...others] = phrases
  let length = 0
  while (length < first.length && others.every((phrase) => phrase[length] === first[length])) length++
  return first.lastIndexOf(' ', length - 1) + 1
}

/**
 * Types and deletes the phrases in turn, for ever. It begins with the first phrase complete, which
 * is what the server renders and all that people see who asked for less motion. Paused, it stays as it is.
 */
export function useTypewriter(
  phrases: readonly string[],
  timing: TypewriterTiming,
  isPaused = false,
): string {
  const [state, setState] = useState<State>({ phrase: 0, length: phrases[0]!.length, isDeleting: false })
  useEffect(() => {
    if (isPaused || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const [next, delayMs] = following(state, phrases, commonStart(phrases), timing)
    const timer = setTimeout(() => setState(next), delayMs)
    return () => clearTimeout(timer)
  }, [state, phrases, timing, isPaused])
  return phrases[state.phrase]!.slice(0, state.length)
}
