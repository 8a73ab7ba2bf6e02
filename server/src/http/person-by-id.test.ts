import type { Access } from '@marga/contract/endpoint'
import type { MemberRole } from '@marga/contract/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api, endpoints } from '../testing/every-endpoint.ts'
import { requestOf } from '../testing/named-requests.ts'
import {
  menteeForm,
  mentorForm,
  newApplicant,
  newMentee,
  newMentor,
  newModerator,
  ok,
  type TestPerson,
} from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

/** An id is no secret: it stands in addresses and may be guessed from another. It must not show a name or a picture. */
const marked = { firstName: 'Unmistakable', lastName: 'Hidden' }
const picture = '/uploads/unmistakable-hidden.webp'
const shown = /Unmistakable|unmistakable-hidden/

let test: TestApp
let callers: Record<MemberRole, TestPerson>
const hidden: Record<string, string> = {}
beforeAll(async () => {
  test = await startTestApp()
  const moderator = await newModerator(test)
  callers = { mentee: await newMentee(test), mentor: await newMentor(test, moderator) }
  hidden.mentee = (await newMentee(test, { ...menteeForm(), ...marked })).id
  hidden.applicant = await newApplicant(test, moderator, { ...mentorForm(), ...marked })
  hidden['blocked mentor'] = (await newMentor(test, moderator, { ...mentorForm(), ...marked })).id
  ok(
    await test.call(
      api.moderation.changeMentorStatus,
      { body: { mentorId: hidden['blocked mentor']!, isBlocked: true } },
      moderator,
    ),
  )
  await test.app.db.pool.query('update account set profile_image_url = $1 where id = any($2)', [
    picture,
    Object.values(hidden),
  ])
})
afterAll(() => test.close())

const rolesOf = (access: Access): MemberRole[] =>
  typeof access === 'string' ? ['mentee', 'mentor'] : access.filter((role) => role !== 'moderator')

describe.each(['mentee', 'applicant', 'blocked mentor'])('a %s', (kind) => {
  it('is shown by no call to somebody who knows nothing but the id', async () => {
    const id = hidden[kind]!
    const named = {
      menteeId: id,
      mentorId: id,
      personId: id,
      accusedId: id,
      sender: id,
      context: { kind: 'profile', id },
      subject: 'A subject',
      content: 'A complaint about somebody',
    }
    const tried: string[] = []
    for (const [name, endpoint] of endpoints)
      for (const role of rolesOf(endpoint.access)) {
        const { url, body } = requestOf(endpoint, named, callers[role].id)
        if (!`${url}${JSON.stringify(body ?? {})}`.includes(id)) continue
        const { status, body: response } = await test.request(endpoint.method, url, {
          token: callers[role].token,
          body,
        })
        expect(JSON.stringify(response), `${name} by a ${role}: ${status}`).not.toMatch(shown)
        tried.push(name)
      }
    expect(tried).toEqual(
      expect.arrayContaining(['mentors.profile', 'search.availability', 'chat.mentor.open']),
    )
    expect(tried.some((name) => name.includes('blockPerson'))).toBe(true)
    expect(tried.some((name) => name.includes('raise'))).toBe(true)
  })

  it('is in none of that one’s own lists afterwards', async () => {
    for (const [name, endpoint] of endpoints.filter(([, each]) => each.method === 'GET'))
      for (const role of rolesOf(endpoint.access)) {
        const { url } = requestOf(endpoint, {}, callers[role].id)
        const { body } = await test.request('GET', url, { token: callers[role].token })
        expect(JSON.stringify(body), name).not.toMatch(shown)
      }
  })
})
