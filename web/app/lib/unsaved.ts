import { useEffect } from 'react'

/** How many forms of this page hold something that was not saved. */
let unsavedForms = 0

export const hasUnsaved = (): boolean => unsavedForms > 0

/** Whether the page may be held back by the browser's question. */
let mayAsk = true

const askOfBrowser = (event: BeforeUnloadEvent) => {
  if (mayAsk) event.preventDefault()
}

/** From now on this page goes without a question: whose login is gone can save nothing. */
export function stopAsking(): void {
  mayAsk = false
}

/**
 * Asks what links are asked, for what leaves the page otherwise, before anything is lost; there while somebody can show
 * it. Says whether the page may be left.
 */
export const leaveQuestion: { ask?: () => Promise<boolean> } = {}

/** As long as `isDirty`, leaving the page asks once: by a link here (the leave guard), by the browser otherwise. */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    mayAsk = true
    unsavedForms += 1
    window.addEventListener('beforeunload', askOfBrowser)
    return () => {
      unsavedForms -= 1
      window.removeEventListener('beforeunload', askOfBrowser)
    }
  }, [isDirty])
}

/** The browser alone asks, where leaving by a link loses nothing. @returns what ends that */
export function askOnUnload(isUnsaved: () => boolean): () => void {
  mayAsk = true
  const ask = (event: BeforeUnloadEvent) => {
    if (isUnsaved()) askOfBrowser(event)
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
