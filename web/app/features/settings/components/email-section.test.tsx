import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { EmailSection } from './email-section.tsx'

let isDead = true
async function read() {
  if (isDead) throw new Error('The connection was lost. Please try again.')
  return { email: 'diya@example.com', isEmailVerified: true }
}
function Settings() {
  const own = useQuery({ queryKey: ['own'], retry: false, throwOnError: false, queryFn: read })
  return <EmailSection of="mentee" profile={own} />
}

it('says that the address could not be read, and asks again', async () => {
  renderInArea(<Settings />)
  expect(await screen.findByText('The connection was lost. Please try again.')).toBeTruthy()
  isDead = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('diya@example.com')).toBeTruthy()
})

function Unconfirmed() {
  const own = useQuery({
    queryKey: ['unconfirmed'],
    queryFn: async () => ({ email: 'diya@example.com', isEmailVerified: false }),
  })
  return <EmailSection of="mentee" profile={own} />
}

it('promises no notifications to an address that is not confirmed', async () => {
  renderInArea(<Unconfirmed />)
  const description = 'Until you confirm it, we only send security emails, links and codes to it.'
  expect(await screen.findByText(description)).toBeTruthy()
  expect(screen.queryByText(/notifications, receipts/)).toBeNull()
})
