import { expect, it } from 'vitest'
import { UnreadCountContext } from '../lib/unread-count.ts'
import { renderSite } from '../testing/site-stub.tsx'
import { PageTitle } from './page-title.tsx'

it('ends in the product’s name, and is that name while there is nothing else to say', async () => {
  const title = (text?: string) => ({ path: '/here', element: <PageTitle>{text}</PageTitle> })
  const { unmount } = renderSite([title('Booked slots')], '/here', { productName: 'Sahay' })
  await expect.poll(() => document.title).toBe('Booked slots · Sahay')
  unmount()
  renderSite([title()], '/here', { productName: 'Sahay' })
  await expect.poll(() => document.title).toBe('Sahay')
})

it('is how every page and component says its title', () => {
  const sources = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true })
  const own = Object.entries(sources).filter(
    ([path, text]) => !/\.test\.tsx$|page-(?:title|meta)\.tsx$/.test(path) && text.includes('<title>'),
  )
  expect(Object.keys(sources).length).toBeGreaterThan(100)
  expect(own.map(([path]) => path)).toEqual([])
})

it('says first how many conversations are unread, in an area', async () => {
  renderSite(
    [
      {
        path: '/inbox',
        element: (
          <UnreadCountContext value={3}>
            <PageTitle>Inbox</PageTitle>
          </UnreadCountContext>
        ),
      },
    ],
    '/inbox',
  )
  await expect.poll(() => document.title).toMatch(/^\(3\) Inbox · /)
})
