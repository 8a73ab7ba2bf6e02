import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { storeReturnPath } from '../../lib/return-path.ts'
import { storeWantedMentor } from '../../lib/sign-in-reason.ts'
import { renderSite } from '../../testing/site-stub.tsx'
import LoginPage from './login-page.tsx'
import MenteeRegisterPage from './mentee-register-page.tsx'

beforeEach(() => sessionStorage.clear())
const pages = [
  { path: '/auth/login', Component: LoginPage },
  { path: '/auth/mentee-register', Component: MenteeRegisterPage },
]

it('sign-in and registration say why one is here', async () => {
  storeWantedMentor({ _id: 'm1', firstName: 'Ananya' })
  storeReturnPath('mentee', '/mentees/browse/mentor/profile/m1')
  const { unmount } = renderSite(pages, '/auth/login?mentees')
  expect(await screen.findByText('Sign in to subscribe to Ananya.')).toBeTruthy()
  unmount()
  renderSite(pages, '/auth/mentee-register')
  expect(await screen.findByText('Create your account to subscribe to Ananya.')).toBeTruthy()
})

it('who just comes is greeted', async () => {
  renderSite(pages, '/auth/login?mentees')
  expect(await screen.findByText('Good to see you again.')).toBeTruthy()
})
