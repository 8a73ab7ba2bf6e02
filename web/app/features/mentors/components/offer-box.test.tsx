import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderSite } from '../../../testing/site-stub.tsx'
import { OfferBox } from './offer-box.tsx'

it('does not promise a subscription where the mentor offers no times: the server may refuse it', async () => {
  const mentor = { monthlyFee: 6000, firstName: 'Ananya', nextAvailableAt: null }
  renderSite([{ path: '/offer', element: <OfferBox mentor={mentor} action={null} /> }], '/offer')
  const note = (await screen.findByText('No times on offer right now')).closest('p')!
  expect(note.textContent).toContain(
    'Ananya may have to add times in the next 14 days before you can subscribe.',
  )
  expect(note.textContent).not.toContain('as soon as')
})
