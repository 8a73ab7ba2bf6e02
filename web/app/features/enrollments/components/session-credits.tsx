import type { Enrollment } from '@marga/contract/enrollments'
import { isPausedAt } from '../../../lib/enrollment-status.ts'
import { extraCallsText, pausedCallsText } from '../../../lib/extra-calls.ts'
import { useNow } from '../../../lib/use-now.ts'
import { cn } from '../../../ui/cn.ts'
import { creditsUsed } from '../rules.ts'

/** The calls of the period, one mark each: free ones are filled. Those beyond it in words, with until when. */
export function SessionCredits({ enrollment }: { enrollment: Enrollment }) {
  const now = useNow(60_000)
  const { used, total } = creditsUsed(enrollment)
  // The period is over then, and most of what is left of it lapses when the next one begins.
  const isPaused = isPausedAt(enrollment, now)
  const lines = isPaused ? pausedCallsText(enrollment) : extraCallsText(enrollment.extraCalls)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
      {isPaused ? null : (
        <>
          <span className="flex gap-1" aria-hidden="true">
            {Array.from({ length: total }, (_, call) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: the marks are all alike
                key={call}
                className={cn('h-2 w-5 rounded-full', call < total - used ? 'bg-positive' : 'bg-line')}
              />
            ))}
          </span>
          <span className="text-sm">
            <strong className="tabular-nums">{enrollment.callsLeft}</strong> of {total} calls left
          </span>
        </>
      )}
      {lines.map((text) => (
        <span key={text} className="w-full text-sm text-ink-soft">
          {text}
        </span>
      ))}
    </span>
  )
}
