import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, expect, it, vi } from 'vitest'
import { storeLogin } from '../../lib/auth-storage.ts'
import { fullMessageOf, messageOf } from '../../testing/chat-samples.ts'
import { deliver } from '../../testing/fake-socket.ts'
import { joinLive, openLiveRoom, slotId } from '../../testing/live-stub.tsx'
import { menteeLogin } from '../../testing/logins.ts'
import { renderSite } from '../../testing/site-stub.tsx'
import MenteeLivePage from '../mentee/live-page.tsx'

afterEach(() => {
  toast.dismiss()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const written = (seq: number) =>
  fullMessageOf(messageOf(seq, { id: `0198a000-0000-7000-8000-00000000000${seq}` }))
const told = () => screen.queryByText('New message from Ananya')

it('tells of a message of the other one in the lobby, too, where no chat is shown', async () => {
  storeLogin(menteeLogin)
  openLiveRoom()
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  renderSite(
    [{ path: '/mentees/connect/live/:conversationId', Component: MenteeLivePage }],
    `/mentees/connect/live/${slotId}`,
  )
  await screen.findByRole('button', { name: 'Join session' })
  await deliver('messageReveived', { ...written(1), notification: null })
  await waitFor(() => expect(told()).toBeTruthy())
  toast.dismiss()
  await waitFor(() => expect(told()).toBeNull())
  await joinLive()
  await userEvent.keyboard('c')
  await deliver('messageReveived', { ...written(2), notification: null })
  expect(told()).toBeNull()
})
