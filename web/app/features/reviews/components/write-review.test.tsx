import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { mentorId } from '../../../testing/chat-samples.ts'
import { draftsKept } from '../../../testing/drafts-kept.ts'
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

it('keeps a text that was closed with Escape until it is published, and the one that it replaces', async () => {
  fakeServer(() => ({ status: 200, body: { data: {} } }))
  const own = 'Good, but hard to reach in the evening.'
  show({ rating: 3, text: own })
  const open = async () => {
    await userEvent.click(await button('Edit review'))
    return screen.findByLabelText<HTMLTextAreaElement>('Your review')
  }
  await userEvent.type(await open(), ' Now better.')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect((await open()).value).toBe(`${own} Now better.`)
  await userEvent.click(await button('Replace review'))
  expect(await screen.findByText('Thank you. Your review is published.')).toBeTruthy()
  expect(draftsKept()).toEqual([])
  expect((await open()).value).toBe(own)
})

it('offers nothing of a review that was removed for the next one', async () => {
  fakeServer(() => ({ status: 200, body: { data: {} } }))
  show({ rating: 3, text: 'Good, but hard to reach in the evening.' })
  await userEvent.click(await button('Edit review'))
  await userEvent.type(await screen.findByLabelText('Your review'), ' Now better.')
  expect(draftsKept()).toHaveLength(1)
  await userEvent.click(await button('Remove my review'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(draftsKept()).toEqual([])
})
