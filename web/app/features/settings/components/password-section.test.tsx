import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { PasswordSection } from './password-section.tsx'

it.each([
  ['mentee', 1],
  ['mentor', 0],
  ['moderator', 0],
] as const)(
  'tells whoever may sign in with Google alone where a password comes from: %s',
  async (role, count) => {
    renderInArea(<PasswordSection of={role} onChanged={() => {}} />)
    expect(await screen.findByText(/signs you out everywhere else/)).toBeTruthy()
    expect(screen.queryAllByText(/only ever signed in with Google/)).toHaveLength(count)
  },
)
