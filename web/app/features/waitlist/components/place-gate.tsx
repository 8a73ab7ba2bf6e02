import { limits } from '@marga/contract/limits'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatShortMoment } from '../../../lib/dates.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useJoinWaitlist, useLeaveWaitlist } from '../mutations.ts'
import { waitlistQuery } from '../queries.ts'
import { placeState } from '../rules.ts'

type PlaceGateProps = {
  mentorId: string
  mentorName: string
  isFull: boolean
  /** How many wait. */
  waiting: number
  /** The way to subscribe, for those who have a place. */
  children: ReactNode
}

/** Subscribing where there is a place or one is kept; the waitlist where all are taken. */
export function PlaceGate({ mentorId, mentorName, isFull, waiting, children }: PlaceGateProps) {
  const { data: places, error, refetch } = useQuery(waitlistQuery)
  const now = useNow(30_000)
  const join = useJoinWaitlist()
  const leave = useLeaveWaitlist()
  if (isFull && !places)
    return error ? (
      <ErrorState message={error.message} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="h-28 rounded-md" />
    )
  const state = placeState({ isFull, place: places?.find((each) => each.mentorId === mentorId), now })
  if (state.kind === 'free') return children
  if (state.kind === 'offered')
    return (
      <div className="grid gap-3">
        <p className="rounded-md bg-positive-soft px-4 py-3 text-positive-ink">
          A place is kept for you until <strong>{formatShortMoment(state.until)}</strong>.
        </p>
        {children}
      </div>
    )
  if (state.kind === 'waiting')
    return (
      <div className="grid justify-items-start gap-2 rounded-md bg-sunken px-4 py-3">
        <p>
          You are <strong>number {state.position}</strong> on the waitlist.
        </p>
        <p className="text-sm text-ink-soft">
          You get a notification when a place is free. It is kept for you for {limits.placeOfferHours} hours.
        </p>
        <Button
          variant="quiet"
          size="sm"
          className="-ml-3"
          isLoading={leave.isPending}
          onClick={() => leave.mutate(mentorId)}
        >
          Leave the waitlist
        </Button>
      </div>
    )
  return (
    <div className="grid gap-3">
      <p className="rounded-md bg-sunken px-4 py-3">
        <strong className="block">All places are taken</strong>
        <span className="text-sm text-ink-soft">
          {mentorName} has no place for another mentee right now.
          {waiting > 0 ? ` ${waiting} waiting.` : ''} It costs nothing to wait.
        </span>
      </p>
      <Button isWide size="lg" isLoading={join.isPending} onClick={() => join.mutate(mentorId)}>
        Join the waitlist
      </Button>
    </div>
  )
}
