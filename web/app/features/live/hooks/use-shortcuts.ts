import { useEffect, useEffectEvent } from 'react'
import { areShortcutsOn } from '../../../lib/shortcuts-setting.ts'

/** Calls what belongs to a single key, except while the person writes or holds a modifier, or has turned that off. */
export function useShortcuts(actions: Record<string, () => void>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (!areShortcutsOn()) return
    const target = event.target as HTMLElement | null
    if (target?.closest('input, textarea, select, [contenteditable], [role=dialog]')) return
    const act = actions[event.key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
