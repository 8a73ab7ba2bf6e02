import type { Slot } from '@marga/contract/slots'
import { texts } from '@marga/contract/texts'
import { instantAt, readClock } from '@marga/contract/zoned-time'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { browserTimeZone, isSameZone, timeZoneName } from '../../lib/dates.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import {
  conversationId,
  conversationOf,
  fullMessageOf,
  menteeId,
  messageOf,
} from '../../testing/chat-samples.ts'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { menteeLogin, mentorLogin } from '../../testing/logins.ts'
import { mentorOf } from '../../testing/mentor-samples.ts'
import { slotOf } from '../../testing/slot-samples.ts'
import SchedulerPage from './scheduler-page.tsx'

beforeEach(() =>
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })),
)
afterEach(() => vi.unstubAllGlobals())

const ofAccount = isSameZone(browserTimeZone(), 'Asia/Tokyo') ? 'Europe/Berlin' : 'Asia/Tokyo'

async function open(isTimeZoneChosen: boolean) {
  const own = { email: 'a@b.in', isEmailVerified: true, phone: '9876543210', locale: null }
  const profileData = {
    ...mentorOf({ _id: menteeLogin.userId, timeZone: ofAccount }),
    ...own,
    isTimeZoneChosen,
  }
  const requests = fakeServer(({ method, url, body }) => {
    if (url.includes('/time-requests')) return { status: 200, body: { requests: [] } }
    if (url.includes('timeslots')) return { status: 200, body: { allTimeSlots: [] } }
    const changed = method === 'PATCH' ? { ...(body as object), isTimeZoneChosen: true } : {}
    return { status: 200, body: { profileData: { ...profileData, ...changed } } }
  })
  renderInArea(
    <Suspense>
      <SchedulerPage />
    </Suspense>,
    { login: { ...menteeLogin, role: 'mentor' } },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Add a time' }))
  return { requests, dialog: await screen.findByRole('dialog') }
}
const patched = (requests: Awaited<ReturnType<typeof open>>['requests']) =>
  requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)

it('asks whoever never chose a zone, before the first publication, and uses the browser’s', async () => {
  const { requests, dialog } = await open(false)
  expect(dialog.textContent).toContain(timeZoneName(browserTimeZone()))
  expect(dialog.textContent).toContain(timeZoneName(ofAccount))
  expect(within(dialog).queryByLabelText('Start')).toBeNull()
  await userEvent.click(
    within(dialog).getByRole('button', { name: `Use ${timeZoneName(browserTimeZone())}` }),
  )
  expect(await within(dialog).findByLabelText('Start')).toBeTruthy()
  expect(patched(requests)).toEqual([{ timeZone: browserTimeZone() }])
  expect(screen.getByText(/Drag over free time/).textContent).toContain(timeZoneName(browserTimeZone()))
})

it('keeps the zone of the account when that is meant, and does not ask again', async () => {
  const { requests, dialog } = await open(false)
  await userEvent.click(within(dialog).getByRole('button', { name: `Keep ${timeZoneName(ofAccount)}` }))
  expect(await within(dialog).findByLabelText('Start')).toBeTruthy()
  expect(patched(requests)).toEqual([{ timeZone: ofAccount }])
})

it('asks nobody who has chosen one, and lets it be changed above the calendar', async () => {
  const { requests, dialog } = await open(true)
  expect(await within(dialog).findByLabelText('Start')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Change the zone' }))
  const change = await screen.findByRole('dialog', { name: 'Change your time zone' })
  await userEvent.selectOptions(within(change).getByLabelText('Time zone'), 'Australia/Perth')
  await userEvent.click(within(change).getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(patched(requests)).toEqual([{ timeZone: 'Australia/Perth' }]))
})

it.each([
  ['22:30', 'today at eleven', '2026-11-24', '23:00'],
  ['23:00', 'tomorrow at nine', '2026-11-25', '09:00'],
  ['23:30', 'tomorrow at nine', '2026-11-25', '09:00'],
])('proposes at %s a time that is still to come: %s', async (clock, _, day, start) => {
  vi.useFakeTimers({ toFake: ['Date'], now: instantAt('2026-11-24', readClock(clock)!, ofAccount) })
  const { dialog } = await open(true)
  const fields = within(dialog)
  expect((await fields.findByLabelText<HTMLInputElement>('Date')).value).toBe(day)
  expect(fields.getByLabelText<HTMLInputElement>('Start').value).toBe(start)
})

type Respond = Parameters<typeof fakeServer>[0]

/** The calendar with the panel of a slot that a link named; `first` is asked before the rest of the server. */
async function openLinked(
  slot: Slot,
  proposals: unknown[],
  first: (...asked: Parameters<Respond>) => ReturnType<Respond> | undefined,
) {
  const own = { email: 'a@b.in', isEmailVerified: true, phone: '9876543210', locale: null }
  const profileData = { ...mentorOf({ timeZone: 'Asia/Kolkata' }), ...own, isTimeZoneChosen: true }
  const requests = fakeServer((...asked) => {
    const [{ url }] = asked
    const given = first(...asked)
    if (given) return given
    if (url.includes('/slot-details/')) return { status: 200, body: { data: slot } }
    if (url.includes('/move-proposals')) return { status: 200, body: { proposals } }
    if (url.includes('/time-requests')) return { status: 200, body: { requests: [] } }
    if (url.includes('timeslots')) return { status: 200, body: { allTimeSlots: [] } }
    return { status: 200, body: { profileData } }
  })
  renderInArea(
    <Suspense>
      <SchedulerPage />
    </Suspense>,
    { login: mentorLogin, at: `/mentors/scheduler?slot=${slot._id}`, path: '/mentors/scheduler' },
  )
  return { requests, panel: within(await screen.findByRole('dialog', { name: 'Session' })) }
}

it('opens the slot that a link names on its day, with what was proposed, until it is closed', async () => {
  const menteeId = { _id: 'm', firstName: 'Asha', lastName: 'Shah', profileImageUrl: null }
  const slot = slotOf({ status: 'booked', menteeId, movesLeft: 2, bookingId: 'b', callId: 'c' })
  const proposal = {
    _id: 'p1',
    slotId: slot._id,
    by: 'mentee',
    starts: ['2030-11-23T10:00:00.000Z'],
    text: '',
    status: 'open',
    expiresAt: '2030-11-21T08:00:00.000Z',
  }
  const { panel } = await openLinked(slot, [proposal], () => undefined)
  expect(await panel.findByRole('button', { name: /^Take this time: Sat 23 Nov/ })).toBeTruthy()
  expect(panel.queryByRole('button', { name: 'Propose another time' })).toBeNull()
  expect(panel.getByText('Asha’s subscription is over, so what the call cost is refunded')).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('18 Nov – 24 Nov 2030')).toBeTruthy()
})

/** The question whether to cancel a booked session; `cancelled` answers each time that it is. */
async function openCancelling(cancelled: (count: number, slot: Slot) => ReturnType<Respond>) {
  const mentee = { _id: menteeId, firstName: 'Asha', lastName: 'Shah', profileImageUrl: null }
  const slot = slotOf({ status: 'booked', menteeId: mentee, movesLeft: 2, bookingId: 'b', callId: 'c' })
  let count = 0
  const { requests, panel } = await openLinked(slot, [], ({ method, url, body }) => {
    if (method === 'DELETE') return cancelled(++count, slot)
    if (url.endsWith('/mentor-messages/open'))
      return { status: 200, body: { conversations: conversationOf() } }
    if (!url.includes('/mentor-messages/')) return undefined
    const { message, clientMessageId } = body as { message: string; clientMessageId: string }
    const sent = fullMessageOf(messageOf(1, { client: clientMessageId }))
    return { status: 201, body: { responseFromMessageCreation: { ...sent, message } } }
  })
  expect(await panel.findByRole('button', { name: 'Chat with Asha' })).toBeTruthy()
  const ask = async () => {
    await userEvent.click(panel.getByRole('button', { name: 'Cancel this session' }))
    return within(await screen.findByRole('alertdialog'))
  }
  const told = () => requests.filter(({ url }) => url.endsWith(`/mentor-messages/${conversationId}`))
  return { requests, ask, told }
}

const done = (slot: Slot) => ({ status: 200, body: { data: slot, isCallReturned: true } })

it('cancels a session with a word, which goes to the conversation once it is cancelled', async () => {
  const { requests, ask, told } = await openCancelling((_, slot) => done(slot))
  const question = await ask()
  await userEvent.type(await question.findByLabelText(/^Message to Asha/), 'My daughter is ill.')
  expect(told()).toEqual([])
  await userEvent.click(question.getByRole('button', { name: 'Cancel session' }))
  await vi.waitFor(() => expect(told()).toMatchObject([{ body: { message: 'My daughter is ill.' } }]))
  expect(requests.findIndex(({ method }) => method === 'DELETE')).toBeLessThan(requests.indexOf(told()[0]!))
})

it('sends no word that was given up before, only what is shown', async () => {
  const { requests, ask, told } = await openCancelling((_, slot) => done(slot))
  const before = await ask()
  await userEvent.type(await before.findByLabelText(/^Message to Asha/), 'You bore me.')
  await userEvent.click(before.getByRole('button', { name: 'Keep it' }))
  const question = await ask()
  const field = await question.findByLabelText<HTMLTextAreaElement>(/^Message to Asha/)
  expect(field.value).toBe('')
  await userEvent.click(question.getByRole('button', { name: 'Cancel session' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(true)
  expect(told()).toEqual([])
})

it('keeps the word when cancelling failed, says so, and sends it when it is cancelled after all', async () => {
  const { ask, told } = await openCancelling((count, slot) =>
    count === 1 ? errorResponse(500, 'internal') : done(slot),
  )
  const question = await ask()
  const field = await question.findByLabelText<HTMLTextAreaElement>(/^Message to Asha/)
  await userEvent.type(field, 'My daughter is ill.')
  const cancel = question.getByRole('button', { name: 'Cancel session' })
  await userEvent.click(cancel)
  expect(await screen.findByText(texts.slots.bookingRefused)).toBeTruthy()
  expect(field.isConnected && field.value).toBe('My daughter is ill.')
  expect(told()).toEqual([])
  await vi.waitFor(() => expect(field.matches(':disabled')).toBe(false))
  await userEvent.click(cancel)
  await vi.waitFor(() => expect(told()).toMatchObject([{ body: { message: 'My daughter is ill.' } }]))
})
