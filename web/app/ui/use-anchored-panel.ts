import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

const gapPx = 8

/**
 * Something that drops from its button: placed under it (over it, where there is no room), in the browser's top
 * layer, closed by Escape, by a click elsewhere and when the focus goes elsewhere. `close` gives the focus back to
 * the button; whatever took it keeps it.
 */
export function useAnchoredPanel(isOpen: boolean, onOpenChange: (isOpen: boolean) => void) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [panel, setPanel] = useState<HTMLDivElement | null>(null)
  const close = useCallback(() => {
    button.current?.focus()
    onOpenChange(false)
  }, [onOpenChange])

  useLayoutEffect(() => {
    if (!panel) return
    panel.showPopover?.()
    const placeHere = () => button.current && place(panel, button.current.getBoundingClientRect())
    placeHere()
    window.addEventListener('resize', placeHere)
    window.addEventListener('scroll', placeHere, true)
    return () => {
      window.removeEventListener('resize', placeHere)
      window.removeEventListener('scroll', placeHere, true)
      // What was pressed inside went with the panel, and the focus with it.
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
    }
  }, [panel])

  const leave = useEffectEvent((event: Event) => {
    const isInside = [panel, button.current].some((part) => part?.contains(event.target as Node))
    if (!isInside) onOpenChange(false)
  })
  useEffect(() => {
    if (!isOpen) return
    const events = ['pointerdown', 'focusin'] as const
    for (const name of events) document.addEventListener(name, leave)
    return () => {
      for (const name of events) document.removeEventListener(name, leave)
    }
  }, [isOpen])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // A dialog underneath stays.
    event.stopPropagation()
    close()
  }
  return {
    panel,
    close,
    buttonProps: {
      ref: button,
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      onKeyDown: isOpen ? onKeyDown : undefined,
    },
    panelProps: { ref: setPanel, id, popover: 'manual' as const, onKeyDown },
  }
}

function place(panel: HTMLElement, from: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = panel
  const { clientWidth, clientHeight } = document.documentElement
  const left = Math.max(gapPx, Math.min(from.right, clientWidth - gapPx) - width)
  const below = from.bottom + gapPx
  const above = from.top - gapPx - height
  const isAbove = below + height > clientHeight - gapPx && above >= gapPx
  panel.style.left = `${left}px`
  panel.style.top = `${isAbove ? above : below}px`
}
