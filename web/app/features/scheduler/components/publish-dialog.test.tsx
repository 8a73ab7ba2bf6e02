import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import { menteeLogin } from '../../../testing/logins.ts'
import { slotOf } from '../../../testing/slot-samples.ts'
import { PublishDialog } from './publish-dialog.tsx'

afterEach(() => vi.unstubAllGlobals())

const monday = '2030-11-25'
const thursday = '2030-11-28'

async function open(end = 600) {
  const onClose = vi.fn()
  renderInArea(
    <PublishDialog
      isOpen
      mentorId="m1"
      timeZone="Asia/Kolkata"
      zoneQuestion={null}
      selected={{ day: monday, start: 540, end }}
      slots={[]}
      onClose={onClose}
    />,
    { login: { ...menteeLogin, role: 'mentor' } },
  )
  return { dialog: await screen.findByRole('dialog'), onClose }
}
const none = { clashes: [], missingDays: [] }
const published = { status: 201, body: { data: slotOf(), created: [slotOf()], skipped: none } }

it('repeats from the date that was chosen last', async () => {
  const requests = fakeServer(() => published)
  const { dialog } = await open()
  await userEvent.click(within(dialog).getByRole('switch', { name: 'Repeat every week' }))
  fireEvent.change(within(dialog).getByLabelText('Date'), { target: { value: thursday } })
  expect(within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'Thursday' }).checked).toBe(true)
  expect(within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'Monday' }).checked).toBe(false)
  await userEvent.click(within(dialog).getByRole('button', { name: /^Publish \d+ times$/ }))
  expect(requests[0]?.body).toMatchObject({
    slotDetails: { start: '2030-11-28T03:30:00.000Z', repeat: { weekdays: [4] } },
  })
})

it('names every clash of a repetition and publishes the rest when that is wanted', async () => {
  const clashes = ['2030-12-02T03:30:00.000Z', '2030-12-09T03:30:00.000Z']
  const requests = fakeServer((_, count) =>
    count === 1
      ? {
          status: 400,
          body: { ...errorResponse(400, 'slot_overlap').body, clashes, missingDays: ['2030-12-16'] },
        }
      : { ...published, body: { ...published.body, skipped: { clashes, missingDays: ['2030-12-16'] } } },
  )
  const { dialog, onClose } = await open()
  await userEvent.click(within(dialog).getByRole('switch', { name: 'Repeat every week' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Publish 5 times' }))
  const notice = await within(dialog).findByRole('alert')
  expect(notice.textContent).toContain('Mon 2 Dec, 9:00 am; Mon 9 Dec, 9:00 am')
  expect(notice.textContent).toContain('Mon 16 Dec')
  await userEvent.click(within(notice).getByRole('button', { name: 'Skip these 3 and publish the rest' }))
  expect(await screen.findByText('3 were skipped.')).toBeTruthy()
  expect(requests[1]?.body).toMatchObject({ slotDetails: { repeat: { skipClashes: true } } })
  expect(onClose).toHaveBeenCalledOnce()
})

it('forgets the clashes of what is no longer asked for', async () => {
  fakeServer(() => ({
    status: 400,
    body: {
      ...errorResponse(400, 'slot_overlap').body,
      clashes: ['2030-12-02T03:30:00.000Z'],
      missingDays: [],
    },
  }))
  const { dialog } = await open()
  await userEvent.click(within(dialog).getByRole('switch', { name: 'Repeat every week' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Publish 5 times' }))
  expect(
    await within(dialog).findByRole('button', { name: 'Skip this one and publish the rest' }),
  ).toBeTruthy()
  fireEvent.change(within(dialog).getByLabelText('Start'), { target: { value: '10:00' } })
  expect(within(dialog).queryByRole('alert')).toBeNull()
})

it('publishes three hours that were drawn as three sessions', async () => {
  const requests = fakeServer(() => published)
  const { dialog } = await open(720)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Publish 3 times' }))
  expect(requests[0]?.body).toMatchObject({
    slotDetails: { start: '2030-11-25T03:30:00.000Z', end: '2030-11-25T04:30:00.000Z', inARow: 3 },
  })
})
