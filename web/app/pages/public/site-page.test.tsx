import type { SitePage as Page, SiteWords } from '@marga/contract/site-pages'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderSite } from '../../testing/site-stub.tsx'
import SitePage from './site-page.tsx'

const words = (text: string, more: Partial<SiteWords> = {}): SiteWords => ({
  ...{ text, isStrong: false, isEmphasis: false, href: null },
  ...more,
})
const page: Page = {
  ...{ name: 'terms', title: 'Terms of use', version: '3', date: '2026-11-23' },
  blocks: [
    { kind: 'heading', items: [[words('Paying')]] },
    { kind: 'paragraph', items: [[words('See '), words('refunds', { href: '/refunds' })]] },
    { kind: 'list', items: [[words('one', { isStrong: true })], [words('two')]] },
    { kind: 'numbered', items: [[words('three')]], start: 3, level: 1 },
    { kind: 'paragraph', items: [[words('us', { href: 'mailto:help@marga.test' })]] },
    { kind: 'paragraph', items: [[words('<b>as text</b>')]] },
  ],
}

it('shows the text of the operator with its version and date', async () => {
  renderSite([{ path: '/terms', Component: SitePage, loader: () => ({ page }) }], '/terms')
  expect(await screen.findByRole('heading', { name: 'Terms of use', level: 1 })).toBeTruthy()
  expect(screen.getByText('Version 3, November 23rd 2026')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Paying', level: 2 })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'refunds' }).getAttribute('href')).toBe('/refunds')
  expect(screen.getByRole('link', { name: 'us' }).getAttribute('href')).toBe('mailto:help@marga.test')
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['one', 'two', 'three'])
  expect(screen.getByText('three').closest('ol')!.start).toBe(3)
  expect(screen.getByText('<b>as text</b>')).toBeTruthy()
})
