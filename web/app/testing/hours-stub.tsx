import type { Availability, BusyFeed } from '@marga/contract/availability'
import type { Slot } from '@marga/contract/slots'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { vi } from 'vitest'
import { browserTimeZone } from '../lib/dates.ts'
import SchedulerPage from '../pages/mentor/scheduler-page.tsx'
import { renderInArea } from './area-stub.tsx'
import { availabilityOf } from './availability-samples.ts'
import { fakeServer, type SeenRequest } from './fake-server.ts'
import { mentorLogin } from './logins.ts'
import { mentorOf } from './mentor-samples.ts'

/** Friday 22 November 2030, on a wide screen. */
export function prepareHours() {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-11-22T07:30:00.000Z') })
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}

export const ofBrowser = browserTimeZone()
export const ok = (body: object, status = 200) => ({ status, body })

const profileData = {
  ...mentorOf({ _id: mentorLogin.userId, timeZone: ofBrowser }),
  email: 'a@b.in',
  isEmailVerified: true,
  phone: '9876543210',
  locale: null,
  isTimeZoneChosen: true,
}

type Answer = { status: number; body: unknown }
type Given = {
  saved?: Partial<Availability>
  conflicts?: Slot[]
  slots?: Slot[]
  feeds?: BusyFeed[]
  at?: string
  /** Answers that differ. */
  special?: (request: SeenRequest) => Answer | Promise<Answer> | undefined
}

/** The scheduler page of a mentor, at its weekly hours unless `at` says otherwise. */
export function openHours(given: Given = {}) {
  const { saved = {}, conflicts = [], slots = [], feeds = [], at = '?view=hours', special } = given
  const availability = availabilityOf({ timeZone: ofBrowser, ...saved })
  const requests = fakeServer((request) => {
    const { url, method, body } = request
    const answer = special?.(request)
    if (answer) return answer
    if (url.includes('/mentors/availability/'))
      return ok({ availability: method === 'PUT' ? body : availability, conflicts })
    if (url.includes('/busy-feeds')) return ok({ feeds })
    if (url.includes('/vacations/')) return ok({ vacations: availability.vacations })
    if (url.includes('/time-requests')) return ok({ requests: [] })
    if (url.includes('timeslots')) return ok({ allTimeSlots: slots })
    return ok({ profileData })
  })
  renderInArea(
    <Suspense>
      <SchedulerPage />
    </Suspense>,
    { login: mentorLogin, at: `/mentors/scheduler${at}`, path: '/mentors/scheduler' },
  )
  return requests
}

export const button = (name: string | RegExp) => screen.findByRole('button', { name })
export const press = async (name: string | RegExp) => userEvent.click(await button(name))
export const select = (name: string) => screen.findByRole<HTMLSelectElement>('combobox', { name })
export const puts = (requests: SeenRequest[]) => requests.filter(({ method }) => method === 'PUT')
