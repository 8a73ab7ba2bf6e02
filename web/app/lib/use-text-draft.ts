import type { Role } from '@marga/contract/roles'
import { useState } from 'react'
import { readDraft, storeDraft } from './drafts.ts'
import { useLogin } from './guards.ts'

/**
 * A text that is being written: it outlives its dialog, the page and a reload until it is sent. Empty text ends it.
 * @param saved what is worded anew
 */
export function useTextDraft(role: Role, about: string, saved = ''): [string, (text: string) => void] {
  const { userId } = useLogin(role)
  const owner = { role, userId }
  const [text, setText] = useState(() => readDraft(owner, about) || saved)
  const write = (next: string) => {
    setText(next)
    storeDraft(owner, about, next === saved ? '' : next)
  }
  return [text, write]
}
