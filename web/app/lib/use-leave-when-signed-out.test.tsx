import { act, fireEvent, render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import { menteeLogin, mentorLogin } from '../testing/logins.ts'
import { rawLogin, removeLogin, type StoredLogin, storeLogin } from './auth-storage.ts'
import { useLogin } from './guards.ts'
import { takeSignedOut } from './signed-out.ts'
import { useUnsaved } from './unsaved.ts'
import { useLeaveToAnotherAccount } from './use-leave-to-another-account.ts'
import { useLeaveWhenSignedOut } from './use-leave-when-signed-out.ts'

type AreaProps = { lose?: () => void; hasUnsaved?: boolean }

/** `lose`: what happens to the login after the guard has let somebody in, before the page listens. */
function Area({ lose, hasUnsaved = false }: AreaProps) {
  useLayoutEffect(() => lose?.(), [lose])
  useUnsaved(hasUnsaved)
  useLeaveWhenSignedOut('mentee')
  return null
}

function EndOfLogin() {
  useLeaveToAnotherAccount(useLogin('mentee').userId)
  return null
}

let loads: MockInstance<typeof history.go>
beforeEach(() => {
  loads = vi.spyOn(history, 'go').mockImplementation(() => {})
})

function open(given: AreaProps = {}) {
  storeLogin(menteeLogin)
  render(<Area {...given} />)
}

/** As another tab does it; null signs out. */
function storeElsewhere(login: StoredLogin | null) {
  const key = 'menteeAuth'
  if (login) localStorage.setItem(key, JSON.stringify(rawLogin(login)))
  else localStorage.removeItem(key)
  window.dispatchEvent(new StorageEvent('storage', { key }))
}
const somebodyElse = { ...menteeLogin, userId: 'somebody-else' }

it('loads the page anew where the login is refused under it', async () => {
  open()
  await removeLogin('mentee', 'refused')
  expect(loads).toHaveBeenCalledExactlyOnceWith(0)
  expect(takeSignedOut()).toBeNull()
})

it('does so, too, where the login went between the guard and the page', () => {
  open({ lose: () => void removeLogin('mentee', 'refused') })
  expect(loads).toHaveBeenCalledExactlyOnceWith(0)
})

it('does so where another tab has signed out, and says why on the sign-in page', () => {
  open()
  storeElsewhere(null)
  expect(loads).toHaveBeenCalledExactlyOnceWith(0)
  expect(takeSignedOut()).toBe('elsewhere')
})

it('does so where another tab has signed in another account, as which nothing of the page may go on', () => {
  open()
  storeElsewhere(somebodyElse)
  expect(loads).toHaveBeenCalledExactlyOnceWith(0)
  expect(takeSignedOut()).toBeNull()
})

it('stays where the same account gets a new token, another role signs in, and it signs out here', async () => {
  open()
  storeElsewhere({ ...menteeLogin, accessToken: 'newer' })
  storeLogin(mentorLogin)
  await removeLogin('mentee', 'signed-out')
  expect(loads).not.toHaveBeenCalled()
})

it('asks nobody about what is not saved, since "Stay" would leave one account’s page to another', () => {
  const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  open({ hasUnsaved: true })
  expect(leave()).toBe(false)
  storeElsewhere(somebodyElse)
  expect(leave()).toBe(true)
})

it('loads a page anew that was kept for going back, where somebody else or nobody is signed in by then', () => {
  open()
  const goBackTo = (persisted: boolean) =>
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted }))
  goBackTo(true)
  expect(loads).not.toHaveBeenCalled()
  // Of what happened while it was kept it has heard nothing.
  localStorage.setItem('menteeAuth', JSON.stringify(rawLogin(somebodyElse)))
  goBackTo(false)
  expect(loads).not.toHaveBeenCalled()
  goBackTo(true)
  expect(loads).toHaveBeenCalledExactlyOnceWith(0)
  localStorage.removeItem('menteeAuth')
  goBackTo(true)
  expect(loads).toHaveBeenCalledTimes(2)
})

it('leaves a page that says why a login has ended to nobody else, and to nobody at all', async () => {
  storeLogin(menteeLogin)
  render(<EndOfLogin />)
  act(() => storeElsewhere({ ...menteeLogin, accessToken: 'newer' }))
  await act(() => removeLogin('mentee', 'refused'))
  expect(loads).not.toHaveBeenCalled()
  act(() => storeElsewhere(somebodyElse))
  expect(loads).toHaveBeenCalledExactlyOnceWith(0)
})
