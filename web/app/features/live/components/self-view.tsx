import { CameraOff, MonitorUp } from 'lucide-react'
import { type PointerEvent, useMemo, useRef, useState } from 'react'
import { cn } from '../../../ui/cn.ts'
import type { LocalMediaState } from '../local-media.ts'
import { VideoTile } from './video-tile.tsx'

const corners = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const
const places: Record<(typeof corners)[number], string> = {
  'top-left': 'top-3 left-3',
  'top-right': 'top-3 right-3',
  'bottom-right': 'right-3 bottom-3',
  'bottom-left': 'bottom-3 left-3',
}

/** The own picture, small: it is dragged, or sent round the corners by its button. */
export function SelfView({ own, className }: { own: LocalMediaState; className: string | false }) {
  const [corner, setCorner] = useState<(typeof corners)[number]>('bottom-right')
  const drag = useRef<{ x: number; y: number; hasMoved: boolean } | null>(null)
  const { camera, screen } = own
  const shown = screen ?? camera
  const stream = useMemo(() => (shown ? new MediaStream([shown]) : null), [shown])

  const onMove = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current) return
    const { x, y } = drag.current
    if (Math.hypot(event.clientX - x, event.clientY - y) > 6) drag.current.hasMoved = true
    event.currentTarget.style.transform = `translate(${event.clientX - x}px, ${event.clientY - y}px)`
  }
  const onDrop = (event: PointerEvent<HTMLElement>) => {
    const stage = event.currentTarget.parentElement?.getBoundingClientRect()
    event.currentTarget.style.transform = ''
    const hasMoved = drag.current?.hasMoved
    drag.current = null
    if (!stage || !hasMoved) return
    const isTop = event.clientY < stage.top + stage.height / 2
    const isLeft = event.clientX < stage.left + stage.width / 2
    setCorner(`${isTop ? 'top' : 'bottom'}-${isLeft ? 'left' : 'right'}`)
  }
  return (
    <button
      type="button"
      aria-label="Own picture: move it to the next corner"
      onClick={(event) => {
        // A click by the keyboard has no place.
        if (event.detail === 0) setCorner(corners[(corners.indexOf(corner) + 1) % corners.length]!)
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { x: event.clientX, y: event.clientY, hasMoved: false }
      }}
      onPointerMove={onMove}
      onPointerUp={onDrop}
      onPointerCancel={onDrop}
      className={cn(
        'absolute z-10 aspect-video w-28 touch-none overflow-hidden rounded-lg border border-line-strong bg-raised shadow-float sm:w-52 short:w-20 short:sm:w-28',
        places[corner],
        className,
      )}
    >
      {stream ? (
        <VideoTile label="Your own picture" stream={stream} isOwn isWhole={screen !== null} />
      ) : (
        <span className="grid size-full place-content-center justify-items-center gap-1 text-xs text-ink-soft">
          <CameraOff className="size-5" aria-hidden="true" />
          {own.cameraProblem ? 'No camera' : 'Camera off'}
        </span>
      )}
      {screen ? (
        <span className="absolute inset-x-0 bottom-0 flex items-center justify-center gap-1 bg-raised text-xs">
          <MonitorUp className="size-3.5" aria-hidden="true" /> You share this
        </span>
      ) : null}
    </button>
  )
}
