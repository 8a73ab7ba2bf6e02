import { type ReactNode, useEffect, useRef } from 'react'
import { cn } from '../ui/cn.ts'

/** One of a list; the one to which a link leads is scrolled to, marked, and gets the focus. */
export function LinkedItem({ isLinked, children }: { isLinked: boolean; children: ReactNode }) {
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isLinked) return
    item.current?.focus({ preventScroll: true })
    item.current?.scrollIntoView({ block: 'center' })
  }, [isLinked])
  return (
    <li
      ref={item}
      tabIndex={isLinked ? -1 : undefined}
      className={cn('rounded-lg', isLinked && 'outline-2 outline-offset-2 outline-focus')}
    >
      {children}
    </li>
  )
}
