import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ShareProfile } from './share-profile.tsx'

afterEach(() => void vi.unstubAllGlobals())

const path = '/browse/mentor/profile/m1'
const url = `${window.location.origin}${path}`
const press = (name = 'Share Asha Iyer’s profile') => userEvent.click(screen.getByRole('button', { name }))

it('shares by the device where it can', async () => {
  const share = vi.fn(async () => {})
  vi.stubGlobal('navigator', { ...navigator, share })
  render(<ShareProfile path={path} name="Asha Iyer" />)
  await press()
  expect(share.mock.calls).toEqual([[{ title: 'Asha Iyer', url }]])
  expect(screen.getByRole('status').textContent).toBe('')
})

it('copies the link where it cannot, and says so', async () => {
  const user = userEvent.setup()
  render(<ShareProfile path={path} name="Asha Iyer" />)
  await user.click(screen.getByRole('button'))
  expect(await navigator.clipboard.readText()).toBe(url)
  expect(screen.getByRole('status').textContent).toBe('Link copied')
})

it('leaves the saying to pages that have toasts', async () => {
  const onSaid = vi.fn()
  userEvent.setup()
  render(<ShareProfile path={path} name="Asha Iyer" onSaid={onSaid} />)
  await press()
  await vi.waitFor(() => expect(onSaid.mock.calls).toEqual([['Link copied']]))
  expect(screen.getByRole('status').textContent).toBe('')
})
