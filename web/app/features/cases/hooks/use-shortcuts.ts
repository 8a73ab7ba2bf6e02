import { useEffect, useEffectEvent } from 'react'
import { areShortcutsOn } from '../../../lib/shortcuts-setting.ts'

/** Key (as `KeyboardEvent.key`) → what it does. */
export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>

/** Keys for the whole page: not while something is typed, and not behind a dialog. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || document.querySelector('[role="dialog"], [role="alertdialog"]')) return
    const act = Object.hasOwn(shortcuts, event.key) ? shortcuts[event.key] : undefined
    // Speech input and screen readers may send single letters: whoever turned them off has only the "?".
    if (!act || (!areShortcutsOn() && event.key !== '?')) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('textarea, select, [contenteditable], input:not([type="checkbox"], [type="radio"])')
