import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useSubscribe } from '../../features/enrollments/mutations.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { mentorOf } from '../../testing/mentor-samples.ts'
import { OfferPanel } from './offer-panel.tsx'

const Panel = ({ priceId }: { priceId: string | null }) => (
  <OfferPanel mentor={mentorOf({ stripePriceId: priceId })} times={[]} at={null} subscribe={useSubscribe()} />
)

it.each([
  ['none', 'price_1', 'Subscriptions are not open on this site yet.'],
  ['sandbox', null, 'You cannot subscribe to this mentor at the moment.'],
] as const)(
  'says why there is no Subscribe where payments are "%s" and the price is %s',
  async (payments, priceId, reason) => {
    renderInArea(<Panel priceId={priceId} />, { config: { payments } })
    expect(await screen.findByText(reason)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull()
  },
)
