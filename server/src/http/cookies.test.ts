import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newMentee, type TestPerson, testPassword } from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const signIn = (test: TestApp, { email }: TestPerson, cookie = '') =>
  test.request('POST', api.accounts.loginMentee.path, {
    body: { email, password: testPassword },
    headers: { cookie },
  })
const cookiesOf = ({ headers }: { headers: Record<string, unknown> }) =>
  [headers['set-cookie']].flat().map(String)
const pairOf = (cookie: string) => cookie.split(';')[0]!

describe('over https', () => {
  let test: TestApp
  let person: TestPerson
  beforeAll(async () => {
    test = await startTestApp({ env: { PUBLIC_URL: 'https://marga.example' } })
    person = await newMentee(test)
  })
  afterAll(() => test.close())

  it('a cookie is Secure, HttpOnly and of the prefix that only this host may set by https', async () => {
    for (const response of [
      await signIn(test, person),
      await test.request('GET', '/api/mentees/google_auth_mentee'),
    ]) {
      const cookies = cookiesOf(response)
      expect(cookies).toHaveLength(1)
      expect(cookies[0]).toMatch(/^__Host-marga_[\w-]+=/)
      expect(cookies[0]).toMatch(/; Path=\/; .*; Secure$/)
      expect(cookies[0]).toMatch(/; HttpOnly; SameSite=(Strict|Lax); /)
      expect(cookies[0]!.match(/Secure(;|$)/g)).toHaveLength(1)
    }
  })

  it('is known again, and one of the plain name is not taken for ours', async () => {
    const given = pairOf(cookiesOf(await signIn(test, person))[0]!)
    const device = (cookie: string) => cookie.split('=')[1]!.split('.')[0]
    const again = pairOf(cookiesOf(await signIn(test, person, `other=1; ${given}`))[0]!)
    expect(device(again)).toBe(device(given))
    const plain = given.replace('__Host-', '')
    const stranger = pairOf(cookiesOf(await signIn(test, person, plain))[0]!)
    expect(device(stranger)).not.toBe(device(given))
  })
})

it('over http, as on the own machine, a cookie has its plain name', async () => {
  const test = await startTestApp()
  const cookies = cookiesOf(await signIn(test, await newMentee(test)))
  expect(cookies[0]).toMatch(/^marga_device_/)
  expect(cookies[0]).not.toContain('Secure')
  await test.close()
})
