import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ApiError } from '../../../lib/api-client.ts'
import { storeLogin } from '../../../lib/auth-storage.ts'
import { mentorId } from '../../../testing/chat-samples.ts'
import { menteeLogin } from '../../../testing/logins.ts'
import { ReviewForm } from './review-form.tsx'

function show(onSave = vi.fn(() => Promise.resolve())) {
  const onClose = vi.fn()
  storeLogin(menteeLogin)
  render(
    <ReviewForm
      mentorId={mentorId}
      own={null}
      onSave={onSave}
      onRemove={() => {}}
      isRemoving={false}
      onClose={onClose}
    />,
  )
  return { onSave, onClose }
}
const publish = () => userEvent.click(screen.getByRole('button', { name: 'Publish review' }))

it('wants 1 to 5 stars and at least 20 characters', async () => {
  const { onSave } = show()
  await userEvent.type(screen.getByLabelText('Your review'), 'too short')
  await publish()
  expect(await screen.findByText('Choose 1 to 5 stars.')).toBeTruthy()
  expect(screen.getByText('At least 20 characters.')).toBeTruthy()
  expect(onSave).not.toHaveBeenCalled()
})

it('takes the stars by native radios, so that arrow keys choose', async () => {
  const { onSave, onClose } = show()
  const stars = screen.getAllByRole<HTMLInputElement>('radio')
  expect(new Set(stars.map(({ name, type }) => `${type} ${name}`))).toEqual(new Set(['radio rating']))
  await userEvent.click(screen.getByRole('radio', { name: '4 stars, Very good' }))
  await userEvent.type(screen.getByLabelText('Your review'), 'Answers within the hour.')
  await publish()
  expect(onSave).toHaveBeenCalledWith({ rating: 4, text: 'Answers within the hour.' })
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('says why it was refused, and stays open', async () => {
  const refused = new ApiError(403, { code: 'not_enrolled', message: 'This needs a subscription.' })
  const { onClose } = show(vi.fn(() => Promise.reject(refused)))
  await userEvent.click(screen.getByRole('radio', { name: '1 star, Poor' }))
  await userEvent.type(screen.getByLabelText('Your review'), 'Answers within the hour.')
  await publish()
  expect(screen.getByRole('alert').textContent).toBe('This needs a subscription.')
  expect(onClose).not.toHaveBeenCalled()
})
