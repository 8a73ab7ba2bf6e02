import { useState } from 'react'
import { readDraft, storeDraft } from '../../../lib/drafts.ts'
import { useLogin } from '../../../lib/guards.ts'

/** A text that is being written: it outlives the page and a reload until it is sent. */
export function useTextDraft(about: string): [string, (text: string) => void] {
  const { userId } = useLogin('moderator')
  const owner = { role: 'moderator', userId } as const
  const [text, setText] = useState(() => readDraft(owner, about))
  const write = (next: string) => {
    setText(next)
    storeDraft(owner, about, next)
  }
  return [text, write]
}
