import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { storeLogin } from '../lib/auth-storage.ts'
import PublicLayout from '../pages/public/public-layout.tsx'
import { menteeLogin } from '../testing/logins.ts'
import { renderSite } from '../testing/site-stub.tsx'

const hrefsOf = (links: HTMLElement[]) =>
  links.map((link) => `${link.textContent} ${link.getAttribute('href')}`)
const both = ['Become a Mentor /auth/mentor-register', 'Find a Mentor /browse/mentor/search']

it('has the logo to the root, both links, the search box and Login', async () => {
  renderSite([{ path: '/about', Component: PublicLayout }], '/about')
  const bar = await screen.findByRole('banner')
  expect(within(bar).getByRole('link', { name: 'Marga, home' }).getAttribute('href')).toBe('/')
  const main = within(bar).getByRole('navigation', { name: 'Main' })
  expect(hrefsOf(within(main).getAllByRole('link'))).toEqual(both)
  expect(within(bar).getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/auth/login')
  const search = within(bar).getAllByPlaceholderText('Search Skills and Mentors')[0]!
  expect(search.closest('form')!.getAttribute('action')).toBe('/browse/mentor/search')
})

it('leaves the search to the landing page, which has one', async () => {
  renderSite([{ path: '/', Component: PublicLayout }], '/')
  const bar = await screen.findByRole('banner')
  expect(within(bar).queryByPlaceholderText('Search Skills and Mentors')).toBeNull()
})

it('repeats the two links in the mobile panel', async () => {
  renderSite([{ path: '/about', Component: PublicLayout }], '/about')
  await userEvent.click(await screen.findByRole('button', { name: 'Menu' }))
  const panel = screen.getByRole('navigation', { name: 'Menu', hidden: true })
  expect(hrefsOf(within(panel).getAllByRole('link', { hidden: true }))).toEqual(both)
})

it('offers home, main page, settings and Logout to whoever is logged in', async () => {
  storeLogin(menteeLogin)
  renderSite([{ path: '/about', Component: PublicLayout }], '/about')
  await userEvent.click(await screen.findByRole('button', { name: 'Account of Neha Rao' }))
  const menu = screen.getByText('Neha Rao · mentee').parentElement!
  expect(hrefsOf(within(menu).getAllByRole('link', { hidden: true }))).toEqual([
    'Home /mentees',
    'Booked slots /mentees/booked-slots',
    'Settings /mentees/settings',
  ])
  expect(within(menu).getByRole('button', { name: 'Logout', hidden: true })).toBeTruthy()
})
