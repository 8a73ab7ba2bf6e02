import type { ModerationCase } from '@marga/contract/moderation-case'
import { UserRound } from 'lucide-react'
import { formatTime } from '../../../lib/dates.ts'
import { claimNow } from '../queue-rules.ts'

type ClaimWordsProps = { of: Pick<ModerationCase, 'claimedBy'>; now: Date }

/** Who is at it, and until when; nothing while nobody is. */
export function ClaimWords({ of, now }: ClaimWordsProps) {
  const claim = claimNow(of, now)
  if (!claim) return null
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 text-sm text-ink-soft">
      <UserRound className="size-3.5 shrink-0" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">
        {claim.isYou ? 'Claimed by you' : `Claimed by ${claim.name}`} until {formatTime(claim.until)}
      </span>
    </span>
  )
}
