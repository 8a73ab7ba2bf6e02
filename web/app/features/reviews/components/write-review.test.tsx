import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { mentorId } from '../../../testing/chat-samples.ts'
import { fakeServer } from '../../../testing/fake-server.ts'
import type { ReviewValues } from '../own-review.ts'
import { WriteReview } from './write-review.tsx'

afterEach(() => void vi.unstubAllGlobals())

const show = (own: ReviewValues | null) =>
  renderInArea(<WriteReview mentorId={mentorId} mentorName="Ananya" own={own} />)
const button = (name: string) => screen.findByRole('button', { name })

it('begins with what was written before, on whatever device, and replaces it', async () => {
  const requests = fakeServer(() => ({ status: 200, body: { data: {} } }))
  show({ rating: 3, text: 'Good, but hard to reach in the evening.' })
  await userEvent.click(await button('Edit review'))
  const text = await screen.findByLabelText<HTMLTextAreaElement>('Your review')
  expect(text.value).toBe('Good, but hard to reach in the evening.')
  await userEvent.clear(text)
  await userEvent.type(text, 'Answers in the evening, too.')
  await userEvent.click(await button('Replace review'))
  expect(await screen.findByText('Thank you. Your review is published.')).toBeTruthy()
  expect(requests.map(({ method, body }) => [method, body])).toEqual([
    ['PUT', { rating: 3, text: 'Answers in the evening, too.' }],
  ])
})

it('offers nothing to remove to whoever has not written yet', async () => {
  show(null)
  await userEvent.click(await button('Write a review'))
  expect(await button('Publish review')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove my review' })).toBeNull()
})
