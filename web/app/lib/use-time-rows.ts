import { useEffect, useRef, useState } from 'react'
import { emptyTime, hasErrors, type ProposedTime, type TimeErrors } from './proposed-times.ts'

/** The times that are typed in, with what is wrong with each; the first field with a complaint gets the focus. */
export function useTimeRows() {
  const [times, setTimes] = useState<readonly ProposedTime[]>([emptyTime])
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
    add: () => setTimes([...times, emptyTime]),
    change: (index: number, row: ProposedTime) => setTimes(times.with(index, row)),
    remove(index: number) {
      setTimes(times.toSpliced(index, 1))
      setErrors(errors.toSpliced(index, 1))
    },
  }
}
