import type { MemberRole } from '@marga/contract/roles'
import { useEffect, useRef, useState } from 'react'
import { readDraft, storeDraft } from './drafts.ts'
import { useLogin } from './guards.ts'
import { emptyTime, hasErrors, type ProposedTime, type TimeErrors } from './proposed-times.ts'

/** What was typed when the dialog was closed; what is something else counts as nothing. */
function readTimes(text: string): readonly ProposedTime[] {
  try {
    const rows = JSON.parse(text) as ProposedTime[]
    return rows.length > 0
      ? rows.map(({ day, time }) => ({ day: String(day), time: String(time) }))
      : [emptyTime]
  } catch {
    return [emptyTime]
  }
}

/**
 * The times that are typed in, with what is wrong with each; the first field with a complaint gets the focus. They
 * outlive their dialog, the page and a reload until they are sent (`end`).
 */
export function useTimeRows(role: MemberRole, about: string) {
  const { userId } = useLogin(role)
  const owner = { role, userId }
  const key = `${about}.times`
  const [times, show] = useState(() => readTimes(readDraft(owner, key)))
  const setTimes = (next: readonly ProposedTime[]) => {
    show(next)
    storeDraft(owner, key, next.some(({ day, time }) => day || time) ? JSON.stringify(next) : '')
  }
  const [errors, setErrors] = useState<readonly TimeErrors[]>([])
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hasErrors(errors)) list.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  return {
    times,
    errors,
    list,
    setErrors,
    end: () => setTimes([emptyTime]),
    add: () => setTimes([...times, emptyTime]),
    change: (index: number, row: ProposedTime) => setTimes(times.with(index, row)),
    remove(index: number) {
      setTimes(times.toSpliced(index, 1))
      setErrors(errors.toSpliced(index, 1))
    },
  }
}
