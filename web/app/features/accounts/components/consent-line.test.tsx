import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderSite } from '../../../testing/site-stub.tsx'
import { GoogleButton } from './google-button.tsx'
import { MenteeRegisterForm } from './mentee-register-form.tsx'
import { MentorRegisterForm } from './mentor-register-form.tsx'

it.each([
  ['creating an account', <MenteeRegisterForm key="mentee" onRegistered={() => {}} />],
  ['signing in with Google', <GoogleButton key="google" isReady onClosed={() => {}} />],
  ['applying', <MentorRegisterForm key="mentor" token={undefined} onOutcome={() => {}} />],
])('says what is agreed to by %s, with links that keep the form open', async (by, form) => {
  renderSite([{ path: '/', element: form }], '/')
  const line = await screen.findByText(
    (_, element) =>
      element?.tagName === 'P' && element.textContent?.startsWith(`By ${by} you agree to the terms`) === true,
  )
  const links = [...line.querySelectorAll('a')]
  expect(links.map((link) => [link.getAttribute('href'), link.target])).toEqual([
    ['/terms', '_blank'],
    ['/privacy', '_blank'],
  ])
})
