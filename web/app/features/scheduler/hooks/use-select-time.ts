import type { Day } from '@marga/contract/wall-clock'
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { dayMinutes, pickedInterval, type SelectedTime, selectedInterval } from '../rules.ts'

const moveThresholdPx = 6
const longPressMs = 350

type Press = { day: Day; anchor: number; x: number; y: number; timer: number | undefined }

/**
 * Drawing a slot into a day's column. A mouse draws by dragging; a finger by holding still for a
 * moment first, since a moving finger scrolls. A click or tap picks a whole session.
 */
export function useSelectTime(onSelect: (selected: SelectedTime) => void) {
  const body = useRef<HTMLDivElement>(null)
  const press = useRef<Press | null>(null)
  const isDrawing = useRef(false)
  const [draft, setDraft] = useState<SelectedTime | null>(null)

  useStillPage(body, isDrawing)

  const minutesAt = (clientY: number) => minutesOf(body.current!, clientY)
  const begin = ({ day, anchor }: Press) => {
    isDrawing.current = true
    setDraft({ day, ...selectedInterval(anchor, anchor) })
  }
  const stop = () => {
    clearTimeout(press.current?.timer)
    press.current = null
    isDrawing.current = false
    setDraft(null)
  }

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-day]')
    if (event.button !== 0 || !cell || cell.dataset.past) return
    const started: Press = {
      day: cell.dataset.day!,
      anchor: minutesAt(event.clientY),
      x: event.clientX,
      y: event.clientY,
      timer: undefined,
    }
    press.current = started
    if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId)
    else started.timer = window.setTimeout(() => begin(started), longPressMs)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const started = press.current
    if (!started) return
    if (isDrawing.current) {
      setDraft({ day: started.day, ...selectedInterval(started.anchor, minutesAt(event.clientY)) })
      return
    }
    const movedPx = Math.hypot(event.clientX - started.x, event.clientY - started.y)
    if (movedPx < moveThresholdPx) return
    if (event.pointerType === 'mouse') begin(started)
    else stop()
  }
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    const started = press.current
    if (!started) return
    const span = isDrawing.current
      ? selectedInterval(started.anchor, minutesAt(event.clientY))
      : pickedInterval(started.anchor)
    stop()
    onSelect({ day: started.day, ...span })
  }

  return { body, draft, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: stop } }
}

/** The page does not scroll under a finger that draws. */
function useStillPage(body: RefObject<HTMLElement | null>, isDrawing: RefObject<boolean>) {
  useEffect(() => {
    // React listens passively: only a listener of our own can keep the page from scrolling.
    const keepStill = (event: TouchEvent) => {
      if (isDrawing.current) event.preventDefault()
    }
    const element = body.current
    element?.addEventListener('touchmove', keepStill, { passive: false })
    return () => element?.removeEventListener('touchmove', keepStill)
  }, [body, isDrawing])
}

/** The time of day at a height of the grid. */
function minutesOf(grid: HTMLElement, clientY: number): number {
  const { top, height } = grid.getBoundingClientRect()
  return ((clientY - top) / height) * dayMinutes
}
