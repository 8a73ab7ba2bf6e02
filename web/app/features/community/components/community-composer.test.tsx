import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { clearWritings } from '../../../lib/writings.ts'
import { menteeLogin } from '../../../testing/logins.ts'
import { CommunityComposer } from './community-composer.tsx'

const owner = { role: 'mentee' as const, userId: menteeLogin.userId }

function open(mentorId: string) {
  cleanup()
  const onSend = vi.fn()
  render(<CommunityComposer owner={owner} mentorId={mentorId} onSend={onSend} />)
  return { onSend, field: screen.getByLabelText<HTMLTextAreaElement>('Message to everyone') }
}

it('keeps what was being written in a room, by room and account, until it is sent or signed out', async () => {
  await userEvent.type(open('m1').field, 'Half a thou')
  expect(open('m2').field.value).toBe('')
  const { field, onSend } = open('m1')
  expect(field.value).toBe('Half a thou')
  await userEvent.type(field, 'ght{Enter}')
  expect(onSend).toHaveBeenCalledExactlyOnceWith('Half a thought')
  expect(open('m1').field.value).toBe('')
  await userEvent.type(open('m1').field, 'Another')
  clearWritings(owner)
  expect(open('m1').field.value).toBe('')
})
