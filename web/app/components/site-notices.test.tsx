import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderSite } from '../testing/site-stub.tsx'
import { SiteNotices } from './site-notices.tsx'

const Page = () => (
  <>
    <SiteNotices />
    <p>page</p>
  </>
)
const render = async (changes: Parameters<typeof renderSite>[2]) => {
  renderSite([{ path: '/', Component: Page }], '/', changes)
  await screen.findByText('page')
  return screen.queryAllByRole('complementary').map((notice) => notice.getAttribute('aria-label'))
}

it('says that no email goes out where none does, and that a demo’s clock was moved', async () => {
  expect(await render({ mail: 'none', clockAheadMs: 3_600_000 })).toEqual(['Demo clock', 'Email'])
  expect(screen.getByRole('complementary', { name: 'Email' }).textContent).toBe(
    'This site cannot send email yet. Emails that its pages speak of are not sent.',
  )
})

it.each(['smtp', 'sandbox'] as const)('says nothing where mail goes by %s', async (mail) => {
  expect(await render({ mail })).toEqual([])
})
