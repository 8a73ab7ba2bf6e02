import { useEffect } from 'react'

/** How many forms of this page hold something that was not saved. */
let unsavedForms = 0

export const hasUnsaved = (): boolean => unsavedForms > 0

const askOfBrowser = (event: BeforeUnloadEvent) => event.preventDefault()

/** As long as `isDirty`, leaving the page asks once: by a link here (the leave guard), by the browser otherwise. */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    unsavedForms += 1
    window.addEventListener('beforeunload', askOfBrowser)
    return () => {
      unsavedForms -= 1
      window.removeEventListener('beforeunload', askOfBrowser)
    }
  }, [isDirty])
}
