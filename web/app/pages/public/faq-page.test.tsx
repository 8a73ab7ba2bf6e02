import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerTimesHref } from '../../lib/answer-times.ts'
import { renderSite } from '../../testing/site-stub.tsx'
import FaqPage from './faq-page.tsx'

it('has the part that links to the promise of 24 hours lead to, with all that the promise means', async () => {
  renderSite([{ path: '/faq', Component: FaqPage }], '/faq')
  const heading = await screen.findByRole('heading', { name: 'How we measure answers' })
  const part = heading.parentElement!
  expect(answerTimesHref).toBe(`/faq#${part.id}`)
  for (const term of [
    'What starts the clock',
    'What ends it',
    'What pauses it',
    'When an answer is late',
    'What a profile shows',
  ])
    expect(within(part).getByText(term)).toBeTruthy()
  expect(part.textContent).toContain('If 3 answers are late in 30 days')
  expect(part.textContent).toContain('After 7 days without a word you can end the subscription')
})
