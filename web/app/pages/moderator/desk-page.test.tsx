import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../testing/area-stub.tsx'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { moderatorLogin } from '../../testing/logins.ts'
import DeskPage from './desk-page.tsx'

afterEach(() => void vi.unstubAllGlobals())

const desk = {
  kinds: [
    { kind: 'ticket', waiting: 4, overdue: 1, decided: 20, medianHours: 5.4 },
    { kind: 'appeal', waiting: 2, overdue: 0, decided: 3, medianHours: null },
  ],
  appeals: { decided: 3, upheld: 1 },
  sanctions: [{ kind: 'warn', active: 7, lifted: 2 }],
}

it('says what waits and is overdue, how long decisions take, and how they held', async () => {
  let isDown = true
  fakeServer(() => (isDown ? errorResponse(500, 'internal', 'Broken.') : { status: 200, body: desk }))
  renderInArea(<DeskPage />, { login: moderatorLogin })
  isDown = false
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  const kinds = within(await screen.findByRole('table', { name: 'Cases by kind' }))
  const row = kinds.getByRole('link', { name: 'Tickets' }).closest('tr')!
  expect([...row.cells].map(({ textContent }) => textContent)).toEqual(['Tickets', '4', '1', '20', '5 h'])
  expect(screen.getByText('1 of 3')).toBeTruthy()
  expect(screen.getByText('Waiting', { selector: 'dt' }).parentElement!.textContent).toContain('6')
})
