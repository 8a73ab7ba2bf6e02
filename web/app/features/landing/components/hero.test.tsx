import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/site-stub.tsx'
import { Hero } from './hero.tsx'

const Page = () => (
  <Hero featured={undefined} skills={['Go', 'SQL', 'Excel', 'Rust', 'C']} profileHref={(id) => id} />
)
beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: true })))

it('carries the tagline and the search', async () => {
  renderSite([{ path: '/', Component: Page }], '/')
  expect(await screen.findByText('Learn a new skill, launch a project, land your dream career.')).toBeTruthy()
  expect(screen.getByPlaceholderText('Search Skills and Mentors')).toBeTruthy()
})

it('names the free intro call beside the search, and four skills that are taught', async () => {
  renderSite([{ path: '/', Component: Page }], '/')
  expect(await screen.findByText(/free 20-minute intro call/)).toBeTruthy()
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(
    ['Go', 'SQL', 'Excel', 'Rust'].map((skill) => `/browse/mentor/search?search=${skill}`),
  )
})
