import type { Mentor } from '@marga/contract/mentors'
import { type RefObject, useEffect } from 'react'
import type { useSubscribe } from '../../features/enrollments/mutations.ts'
import { isNotSold } from '../../features/enrollments/rules.ts'
import { storeChosenTime } from '../../features/mentors/chosen-time.ts'
import { ChosenTimeNote } from '../../features/mentors/components/chosen-time-note.tsx'
import type { FreeTime } from '../../features/mentors/components/free-times.tsx'
import { IntroAndTimes } from '../../features/mentors/components/intro-and-times.tsx'
import { NoTimes } from '../../features/mentors/components/no-times.tsx'
import { OfferBox } from '../../features/mentors/components/offer-box.tsx'
import { SubscribeBar } from '../../features/mentors/components/subscribe-bar.tsx'
import { PlaceGate } from '../../features/waitlist/components/place-gate.tsx'
import { useLogin } from '../../lib/guards.ts'
import { useInstallation } from '../../lib/installation.ts'
import { useReturnToPage } from '../../lib/use-return-to-page.ts'
import { Button } from '../../ui/button.tsx'
import type { ButtonStyle } from '../../ui/button-style.ts'

type Subscribe = ReturnType<typeof useSubscribe>
type OfferPanelProps = {
  mentor: Mentor
  times: readonly FreeTime[]
  at: string | null
  /** One for all places of the page that sell: each shows what came of it. */
  subscribe: Subscribe
}

/** What the mentor offers to who is not subscribed. */
export function OfferPanel({ mentor, times, at, subscribe }: OfferPanelProps) {
  const { userId: menteeId } = useLogin('mentee')
  const { _id: mentorId } = mentor
  useEffect(() => {
    if (at) storeChosenTime({ menteeId, mentorId, start: at })
  }, [menteeId, mentorId, at])
  useReturnToPage(subscribe.reset)
  return (
    <OfferBox
      mentor={mentor}
      action={
        <>
          {at && times.length > 0 ? <ChosenTimeNote start={at} times={times} /> : null}
          <Subscribing mentor={mentor} subscribe={subscribe} />
        </>
      }
    >
      <IntroAndTimes mentor={mentor} times={times} chosen={at} />
    </OfferBox>
  )
}

/** Subscribe, or why not: the site sells nothing, all places are taken, or there is no time to book. */
function Subscribing({ mentor, subscribe }: Pick<OfferPanelProps, 'mentor' | 'subscribe'>) {
  const { config } = useInstallation()
  const { _id: mentorId, stripePriceId: priceId, firstName, capacity } = mentor
  const refused = isNotSold(subscribe.error) ? subscribe.error.code : null
  if (config.payments === 'none' || !priceId)
    return (
      <p className="text-sm text-ink-soft">
        {config.payments === 'none'
          ? 'Subscriptions are not open on this site yet.'
          : 'You cannot subscribe to this mentor at the moment.'}
      </p>
    )
  return (
    <PlaceGate
      mentorId={mentorId}
      mentorName={firstName}
      // The last place may have gone since the profile was loaded.
      isFull={capacity.isFull || refused === 'full'}
      waiting={capacity.waiting}
    >
      {refused === 'no_times' ? <NoTimes firstName={firstName} /> : null}
      <SubscribeButton mentor={mentor} subscribe={subscribe} isWide size="lg" />
    </PlaceGate>
  )
}

type SubscribeButtonProps = Pick<OfferPanelProps, 'mentor' | 'subscribe'> & ButtonStyle

function SubscribeButton({ mentor, subscribe, ...look }: SubscribeButtonProps) {
  const { userId } = useLogin('mentee')
  const { _id: mentorId, stripePriceId } = mentor
  return (
    <Button
      {...look}
      isLoading={subscribe.isPending || subscribe.data === true}
      onClick={() => subscribe.mutate({ mentorPriceId: stripePriceId!, mentorId, menteeId: userId })}
    >
      Subscribe
    </Button>
  )
}

type OfferBarProps = Pick<OfferPanelProps, 'mentor' | 'subscribe'> & { offer: RefObject<HTMLElement | null> }

/** Subscribe at the bottom of small screens. Where there is more to say than Subscribe, it leads to where that is said. */
export function OfferBar({ mentor, subscribe, offer }: OfferBarProps) {
  const { config } = useInstallation()
  if (config.payments === 'none' || !mentor.stripePriceId) return null
  const isSold = !mentor.capacity.isFull && !isNotSold(subscribe.error)
  return (
    <SubscribeBar monthlyFee={mentor.monthlyFee} offer={offer}>
      {isSold ? (
        <SubscribeButton mentor={mentor} subscribe={subscribe} />
      ) : (
        <Button variant="secondary" onClick={() => offer.current?.scrollIntoView({ block: 'start' })}>
          See the offer
        </Button>
      )}
    </SubscribeBar>
  )
}
