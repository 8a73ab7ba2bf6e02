import type { LiveRoom } from '@marga/contract/live'
import { Flag, SignalHigh, SignalLow, SignalMedium } from 'lucide-react'
import { formatTime } from '../../../lib/dates.ts'
import { useNow } from '../../../lib/use-now.ts'
import { cn } from '../../../ui/cn.ts'
import { clockText, phaseOf, type Quality, qualityTexts } from '../rules.ts'

const qualityIcons = { good: SignalHigh, fair: SignalMedium, poor: SignalLow }

type CallHeaderProps = {
  room: LiveRoom
  quality: Quality | null
  /** Opened beside the call, which goes on. */
  reportHref: string
}

/** With whom, how long already or still, and how the line is. */
export function CallHeader({ room, quality, reportHref }: CallHeaderProps) {
  const now = useNow(1000)
  const phase = phaseOf(room, now)
  const Icon = quality ? qualityIcons[quality] : null
  return (
    <header className="grid gap-2 short:col-span-2 short:gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h1 className="min-w-0 flex-1 basis-24 truncate font-sans text-base font-semibold tracking-normal sm:text-lg">
          {room.peer.firstName} {room.peer.lastName}
        </h1>
        <div className="flex flex-wrap items-center gap-x-3 text-sm">
          {quality && Icon ? (
            <span className={cn('flex items-center gap-1', quality === 'poor' && 'text-danger-ink')}>
              <Icon className="size-5" aria-hidden="true" />
              <span className={quality === 'good' ? 'max-sm:sr-only' : undefined}>
                {qualityTexts[quality]}
              </span>
            </span>
          ) : null}
          <span role="timer" className="font-semibold tabular-nums">
            {phase === 'before'
              ? `Starts in ${clockText(Date.parse(room.start) - now.getTime())}`
              : clockText(now.getTime() - Date.parse(room.start))}
            {phase === 'running' || phase === 'nearEnd' ? (
              <span className="font-normal text-ink-soft">
                {' '}
                · {clockText(Date.parse(room.end) - now.getTime())} left
              </span>
            ) : null}
          </span>
          <a
            href={reportHref}
            target="_blank"
            rel="noopener"
            aria-label="Report this call, in a new tab"
            title="Report this call, in a new tab"
            className="grid size-9 place-items-center rounded-md text-ink-soft hover:bg-sunken hover:text-danger-ink"
          >
            <Flag className="size-4.5" aria-hidden="true" />
          </a>
        </div>
      </div>
      <div role="status" className="contents">
        {phase === 'nearEnd' ? (
          <p className="rounded-md bg-accent-soft px-3 py-1.5 text-sm text-accent-ink">
            The session ends at {formatTime(room.end)}, in less than five minutes.
          </p>
        ) : phase === 'over' ? (
          <p className="rounded-md bg-accent-soft px-3 py-1.5 text-sm text-accent-ink">
            The session’s time is up. The room closes at {formatTime(room.closesAt)}.
          </p>
        ) : null}
      </div>
    </header>
  )
}
