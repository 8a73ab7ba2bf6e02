import type { Preferences } from '@marga/contract/preferences'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { menteeLogin } from '../../testing/logins.ts'
import { useSetPreference } from './mutations.ts'
import { settingsKeys } from './queries.ts'

afterEach(() => void vi.unstubAllGlobals())

it('sends a switch that is pressed twice in the order of pressing, however late the first answer is', async () => {
  let answerFirst = () => {}
  const isFirstDue = new Promise<void>((resolve) => {
    answerFirst = resolve
  })
  const requests = fakeServer(async (_, count) => {
    if (count === 1) await isFirstDue
    return { status: 200, body: {} }
  })
  const client = new QueryClient()
  const key = settingsKeys.preferences('mentee')
  const email = { messages: true, bookings: true, reminders: true, payments: true, reviews: true }
  client.setQueryData<Preferences>(key, { email, push: { messages: false, reminders: false } })
  const { result } = renderHook(() => useSetPreference('mentee', menteeLogin.userId), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  const press = (isOn: boolean) => result.current.mutate({ channel: 'email', name: 'messages', isOn })
  await act(async () => {
    press(false)
    press(true)
    await new Promise((resolve) => setTimeout(resolve, 20))
  })
  expect(requests.map(({ body }) => body)).toEqual([{ email: { messages: false } }])
  await act(async () => answerFirst())
  await vi.waitFor(() => expect(client.isMutating()).toBe(0))
  expect(requests.map(({ body }) => body)).toEqual([
    { email: { messages: false } },
    { email: { messages: true } },
  ])
  expect(client.getQueryData<Preferences>(key)?.email.messages).toBe(true)
})
