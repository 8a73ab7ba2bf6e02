import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/site-stub.tsx'
import { Hero } from './hero.tsx'

const Page = () => <Hero featured={undefined} profileHref={(id) => id} />
beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: true })))

it('carries the tagline and the search', async () => {
  renderSite([{ path: '/', Component: Page }], '/')
  expect(await screen.findByText('Learn a new skill, launch a project, land your dream career.')).toBeTruthy()
  expect(screen.getByPlaceholderText('Search Skills and Mentors')).toBeTruthy()
})
