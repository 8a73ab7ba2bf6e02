import { api } from '@marga/contract/api'
import { ok } from '../testing/people.ts'
import type { TestApp } from '../testing/test-app.ts'

const password = 'demo-pass-2023'

export type DemoLogin = { id: string; token: string }

/** The demo's people as their pages ask for what is theirs. */
export async function signInDemoPeople(test: TestApp) {
  const body = (name: string) => ({ body: { email: `${name}@demo.test`, password } })
  const asMentee = ok(await test.call(api.accounts.loginMentee, body('mentee')))
  const asNewMentee = ok(await test.call(api.accounts.loginMentee, body('new-mentee')))
  const asMentor = ok(await test.call(api.accounts.loginMentor, body('mentor')))
  const mentee: DemoLogin = { id: asMentee.menteeId, token: asMentee.accessToken }
  const params = { menteeId: mentee.id }
  return {
    mentee,
    newMentee: { id: asNewMentee.menteeId, token: asNewMentee.accessToken } as DemoLogin,
    mentor: { id: asMentor.mentorId, token: asMentor.mentorAccessToken } as DemoLogin,
    subscriptions: async () =>
      ok(await test.call(api.enrollments.subscribedMentors, { params }, mentee)).allMentorsSubscribed,
    sessions: async (when: 'upcoming' | 'past') =>
      ok(await test.call(api.slots.booked, { params, query: { when } as never }, mentee)).bookedSlots,
  }
}
export type DemoPeopleSignedIn = Awaited<ReturnType<typeof signInDemoPeople>>
