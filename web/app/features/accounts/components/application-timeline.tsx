import { Check } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import type { Step } from '../application-steps.ts'

type ApplicationTimelineProps = {
  steps: readonly Step[]
  /** Why it was decided so, in the moderator's words. */
  reason: string | null
}

/** Where an application stands. */
export const ApplicationTimeline = ({ steps, reason }: ApplicationTimelineProps) => (
  <ol aria-label="Where your application stands" className="mb-7 grid grid-cols-1">
    {steps.map((step, index) => (
      <li
        key={step.label}
        aria-current={step.state === 'now' ? 'step' : undefined}
        className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4"
      >
        <div className="grid grid-rows-[auto_1fr] justify-items-center">
          <Marker state={step.state} />
          {index < steps.length - 1 ? <span className="w-0.5 bg-line-strong" aria-hidden="true" /> : null}
        </div>
        <div className="pb-5">
          <p className={cn('font-semibold', step.state === 'ahead' && 'text-ink-faint')}>{step.label}</p>
          {step.text ? <p className="text-sm text-ink-soft">{step.text}</p> : null}
          {reason && index === steps.length - 1 ? (
            <p className="mt-2 whitespace-pre-line wrap-anywhere">{reason}</p>
          ) : null}
        </div>
      </li>
    ))}
  </ol>
)

const markers: Record<Step['state'], string> = {
  done: 'border-positive bg-positive text-surface',
  now: 'border-accent bg-accent-soft',
  ahead: 'border-line-strong bg-surface',
}

const Marker = ({ state }: Pick<Step, 'state'>) => (
  <span
    className={cn('mt-0.5 grid size-5 place-items-center rounded-full border-2', markers[state])}
    aria-hidden="true"
  >
    {state === 'done' ? <Check className="size-3.5" /> : null}
  </span>
)
