import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderSite } from '../../testing/site-stub.tsx'
import ContactPage from './contact-page.tsx'

const pages = [{ path: '/contact', Component: ContactPage }]

it('names an address for people who cannot sign in', async () => {
  renderSite(pages, '/contact', { contactEmail: 'help@marga.test' })
  expect(await screen.findByRole('link', { name: 'help@marga.test' })).toHaveProperty(
    'href',
    'mailto:help@marga.test',
  )
})

it('promises no address where the operator names none', async () => {
  renderSite(pages, '/contact')
  expect(await screen.findByRole('heading', { name: 'Contact' })).toBeTruthy()
  expect(screen.queryByText(/cannot sign in/)).toBeNull()
})
