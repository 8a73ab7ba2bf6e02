import { expect, it } from 'vitest'
import { unsentOf } from '../testing/chat-samples.ts'
import { menteeLogin } from '../testing/logins.ts'
import { removeLogin, storeLogin } from './auth-storage.ts'
import { storeDraft } from './drafts.ts'
import { storageKey, storedText } from './messaging/unsent-storage.ts'

const write = (userId: string) => {
  storeDraft({ role: 'mentee', userId }, 'c1', 'half a sentence')
  localStorage.setItem(storageKey(`mentee.${userId}`, unsentOf('m1')), storedText(unsentOf('m1')))
}
const written = () => Object.keys(localStorage).filter((key) => /^marga\.(draft|unsent)\./.test(key))

it('ends drafts and unsent messages with a sign-out on any page, and those of nobody else', async () => {
  storeLogin(menteeLogin)
  write(menteeLogin.userId)
  write('other')
  await removeLogin('mentee', 'signed-out')
  expect(written()).toHaveLength(2)
  expect(written().every((key) => key.includes('.other.'))).toBe(true)
})

it('keeps them for the same account when the server has ended its session', async () => {
  storeLogin(menteeLogin)
  write(menteeLogin.userId)
  await removeLogin('mentee', 'refused')
  expect(written()).toHaveLength(2)
})
