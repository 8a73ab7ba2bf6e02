import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isSameZone } from '../../lib/dates.ts'
import { queryClient } from '../../lib/query-client.ts'
import { sharedKeys } from '../../lib/query-keys.ts'
import { hasUnsaved } from '../../lib/unsaved.ts'
import { availabilityOf } from '../../testing/availability-samples.ts'
import { errorResponse } from '../../testing/fake-server.ts'
import {
  button,
  ofBrowser,
  ok,
  openHours,
  prepareHours,
  press,
  puts,
  select,
} from '../../testing/hours-stub.tsx'
import { slotOf } from '../../testing/slot-samples.ts'

beforeEach(prepareHours)
afterEach(() => void vi.unstubAllGlobals())

const asha = { _id: 'asha', firstName: 'Asha', lastName: 'Rao', profileImageUrl: null }
const booked = slotOf({ status: 'booked', menteeId: asha })

it('lists the booked sessions that would fall outside before anything is saved', async () => {
  const requests = openHours({ conflicts: [booked] })
  await press(/^Weekends/)
  await press('Save hours')
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('1 booked session outside these hours')).toBeTruthy()
  expect(question.getByText(/It stays booked/)).toBeTruthy()
  expect(question.getByText('Asha Rao')).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(puts(requests)).toHaveLength(1)
  expect(await button('Save hours')).toBeTruthy()
  await press('Save hours')
  await press('Save anyway')
  expect(await screen.findByText('Weekly hours saved')).toBeTruthy()
  expect(puts(requests).map(({ url }) => url.slice(-5))).toEqual(['=true', '=true', 'false'])
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('keeps a day closed that was closed while it was asked, and leaves nothing to be saved', async () => {
  const closed = { date: '2030-11-25', ranges: [] }
  let isClosed = false
  const requests = openHours({
    conflicts: [booked],
    special: ({ method, url }) =>
      isClosed && method === 'GET' && url.includes('/mentors/availability/')
        ? ok({
            availability: availabilityOf({ timeZone: ofBrowser, overrides: [closed] }),
            conflicts: [booked],
          })
        : undefined,
  })
  await press(/^Weekends/)
  await press('Save hours')
  await screen.findByRole('alertdialog')
  // The session was cancelled in the calendar, on a telephone say.
  isClosed = true
  await act(() => queryClient.invalidateQueries({ queryKey: sharedKeys.availability }))
  await press('Save anyway')
  expect(await screen.findByText('Weekly hours saved')).toBeTruthy()
  expect(puts(requests).at(-1)!.body).toMatchObject({ overrides: [closed] })
  await waitFor(() => expect(hasUnsaved()).toBe(false))
})

it('points out booked sessions that lie outside what is saved, each with its way into the calendar', async () => {
  openHours({ conflicts: [booked] })
  const notice = within(await screen.findByRole('region', { name: 'Sessions at times that are not open' }))
  expect(notice.getByRole('link', { name: 'Asha Rao' }).getAttribute('href')).toBe(
    `/mentors/scheduler?slot=${booked._id}`,
  )
})

it('shows what is refused at its field until it is changed, and loses nothing', async () => {
  let fields: object = { 'weekly.1.to': 'The end is not after the start.', 'weekly.0.from': 'Overlaps.' }
  openHours({
    saved: { weekly: [{ weekday: 1, from: '09:00', to: '12:00' }] },
    special: ({ method }) =>
      method === 'PUT' ? errorResponse(400, 'invalid_request', 'Please check it.', { fields }) : undefined,
  })
  await press('Add hours: Monday')
  await press('Save hours')
  const to = await select('Monday, 2, to')
  await waitFor(() => expect(to.getAttribute('aria-invalid')).toBe('true'))
  const complaintOf = (field: HTMLElement) =>
    document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
  expect(complaintOf(to)).toBe('The end is not after the start.')
  expect(complaintOf(await select('Monday, from'))).toBe('Overlaps.')
  expect(screen.getByRole('alert').textContent).toBe('Nothing was saved. Please correct what is marked.')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Monday, from'))
  await userEvent.selectOptions(to, '18:00')
  expect((await select('Monday, 2, to')).getAttribute('aria-invalid')).toBeNull()
  fields = {}
  await press('Save hours')
  expect(await screen.findByText('Please check it.')).toBeTruthy()
  expect((await select('Monday, 2, to')).value).toBe('18:00')
})

it('keeps what is not saved while the calendar is looked at, and asks before the page is left', async () => {
  openHours()
  await press(/^Working hours/)
  await userEvent.click(screen.getByRole('tab', { name: 'Calendar' }))
  expect(await button('Add a time')).toBeTruthy()
  expect(hasUnsaved()).toBe(true)
  await userEvent.click(screen.getByRole('tab', { name: 'Weekly hours' }))
  expect(await screen.findByText(/^40 hours a week/)).toBeTruthy()
  await press('Discard')
  expect(await screen.findByText('No weekly hours yet')).toBeTruthy()
  expect(hasUnsaved()).toBe(false)
})

it('keeps the day and the address that are typed but not added while the calendar is looked at', async () => {
  openHours()
  const hours = within(await screen.findByRole('tabpanel', { name: 'Weekly hours' }))
  const typed = (label: string | RegExp) => hours.findByLabelText<HTMLInputElement>(label)
  await userEvent.type(await typed('Day'), '2030-11-25')
  await userEvent.type(await typed(/^Secret address/), 'https://example.org/a.ics')
  await userEvent.click(screen.getByRole('tab', { name: 'Calendar' }))
  expect(await button('Add a time')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: /^Secret address/ })).toBeNull()
  await userEvent.click(screen.getByRole('tab', { name: 'Weekly hours' }))
  expect((await typed('Day')).value).toBe('2030-11-25')
  expect((await typed(/^Secret address/)).value).toBe('https://example.org/a.ics')
})

it('can be asked again when the hours could not be loaded', async () => {
  let isDown = true
  openHours({
    special: ({ url }) =>
      isDown && url.includes('/mentors/availability/') ? errorResponse(500, 'internal') : undefined,
  })
  const again = await button('Try again')
  isDown = false
  await userEvent.click(again)
  expect(await screen.findByText('No weekly hours yet')).toBeTruthy()
})

it('asks a mentor who has moved whether the hours move along, and moves them by the clock', async () => {
  const elsewhere = isSameZone(ofBrowser, 'Europe/Berlin') ? 'Asia/Tokyo' : 'Europe/Berlin'
  const weekly = [{ weekday: 1, from: '09:00', to: '12:00' }]
  const requests = openHours({ saved: { timeZone: elsewhere, weekly } })
  const question = within(await screen.findByRole('region', { name: 'Time zone of your hours' }))
  expect(question.getByText(/now: move the hours there\?/)).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: /^Move to/ }))
  expect(screen.queryByRole('region', { name: 'Time zone of your hours' })).toBeNull()
  await press('Save hours')
  await screen.findByText('Weekly hours saved')
  expect(puts(requests).at(-1)!.body).toMatchObject({ timeZone: ofBrowser, weekly })
})

it.each(['here', 'on another device'])(
  'sends the vacations along that were announced since %s',
  async (where) => {
    const away = { from: '2030-12-03', to: '2030-12-14' }
    let vacations: (typeof away)[] = []
    const requests = openHours({
      special: ({ url, method }) => {
        if (url.includes('/vacations/') && method === 'PUT') vacations = [away]
        if (url.includes('/vacations/')) return ok({ vacations })
        const isRead = url.includes('/mentors/availability/') && method === 'GET'
        return isRead
          ? ok({ availability: availabilityOf({ timeZone: ofBrowser, vacations }), conflicts: [] })
          : undefined
      },
    })
    await userEvent.type(await screen.findByLabelText('First day'), away.from)
    await userEvent.type(screen.getByLabelText('Last day'), away.to)
    await press(/^Weekends/)
    if (where === 'here') {
      await press('Announce time away')
      await screen.findByText('Time away announced')
    } else vacations = [away]
    await press('Save hours')
    await screen.findByText('Weekly hours saved')
    expect(puts(requests).at(-1)!.body).toMatchObject({ vacations: [away] })
  },
)

/** Calls back in the very moment in which the form goes, ahead of what React leaves for later. */
function onFormGone(then: () => void) {
  const observer = new MutationObserver(() => {
    if (screen.queryByRole('button', { name: 'Save hours' })) return
    observer.disconnect()
    then()
  })
  observer.observe(document.body, { subtree: true, childList: true })
}

/** Saves, and looks at the calendar before the first answer. @param then what is done before it comes */
async function saveAndLeave(conflicts: (typeof booked)[], then?: () => Promise<void>) {
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const requests = openHours({
    special: ({ url, body }) =>
      url.endsWith('preview=true') ? isAnswered.then(() => ok({ availability: body, conflicts })) : undefined,
  })
  await press(/^Weekends/)
  await press('Save hours')
  if (!then) onFormGone(answer)
  await userEvent.click(screen.getByRole('tab', { name: 'Calendar' }))
  expect(await button('Add a time')).toBeTruthy()
  await then?.()
  answer()
  return requests
}

it('saves although the tab is switched before it is known what would fall outside', async () => {
  const requests = await saveAndLeave([])
  expect(await screen.findByText('Weekly hours saved')).toBeTruthy()
  expect(puts(requests).map(({ url }) => url.slice(-5))).toEqual(['=true', 'false'])
  await waitFor(() => expect(hasUnsaved()).toBe(false))
})

it('says that nothing was saved where it had to ask, and the form was left', async () => {
  const requests = await saveAndLeave([booked])
  expect(await screen.findByText('Your weekly hours were not saved')).toBeTruthy()
  expect(puts(requests)).toHaveLength(1)
  expect(hasUnsaved()).toBe(true)
})

it('takes no change on coming back until what was sent is saved', async () => {
  const requests = await saveAndLeave([], async () => {
    await userEvent.click(screen.getByRole('tab', { name: 'Weekly hours' }))
    await press(/^Weekday evenings/)
  })
  expect(await screen.findByText('Weekly hours saved')).toBeTruthy()
  await waitFor(() => expect(hasUnsaved()).toBe(false))
  expect(puts(requests)).toHaveLength(2)
  await press(/^Weekday evenings/)
  expect(hasUnsaved()).toBe(true)
})
