import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newMentor, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let mentor: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  mentor = await newMentor(test, await newModerator(test))
})
afterAll(() => test.close())

/** No two alike, three bytes each: nothing of it can be compressed. */
const word = (nth: number, length: number) =>
  String.fromCodePoint(...Array.from({ length }, (_, n) => 19_968 + (((nth * 40 + n) * 7919) % 20_000)))

it('takes the longest languages and place that a profile may have, and finds the mentor by the last of them', async () => {
  const languages = Array.from({ length: limits.languagesMax }, (_, nth) => word(nth, 40))
  const body = { languages, location: word(limits.languagesMax, 120) }
  ok(await test.call(api.mentors.editProfile, { params: { ownId: mentor.id }, body }, mentor))
  const query = { language: languages.at(-1)!, location: body.location }
  const { mentorsSearchResult } = ok(await test.call(api.search.mentors, { query }))
  expect(mentorsSearchResult.map(({ _id }) => _id)).toEqual([mentor.id])
})
