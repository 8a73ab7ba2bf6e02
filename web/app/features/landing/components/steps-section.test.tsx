import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderSite } from '../../../testing/site-stub.tsx'
import { StepsSection } from './steps-section.tsx'
import { VettingSection } from './vetting-section.tsx'

it('says from when the 24 hours count, and leads to how answers are measured', async () => {
  renderSite([{ path: '/', Component: StepsSection }], '/')
  const step = (await screen.findByRole('heading', { name: 'Subscribe for a month' })).parentElement!
  expect(step.textContent).toContain('within 24 hours of your first unanswered message')
  expect(step.querySelector('a')!.getAttribute('href')).toBe('/faq#answer-times')
})

it('does not tell that every reviewer paid, or that everyone who breaks the rules is blocked', async () => {
  renderSite(
    [
      {
        path: '/',
        element: (
          <>
            <StepsSection />
            <VettingSection />
          </>
        ),
      },
    ],
    '/',
  )
  expect(await screen.findByText(/Read reviews by mentees, see the price/)).toBeTruthy()
  expect(screen.getByText(/Anyone who breaks the code of conduct can be blocked/)).toBeTruthy()
})
