import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@marga/contract/api'
import { type SitePage, type SitePageName, sitePageNames } from '@marga/contract/site-pages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { menteeForm, mentorForm, newMentee, ok, testPassword } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { parseMarkdown } from './markdown.rules.ts'

let test: TestApp
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'marga-pages-'))
  await mkdir(join(dataDir, 'pages'))
  test = await startTestApp({
    env: {
      DATA_DIR: dataDir,
      PRODUCT_NAME: 'Sopan',
      GRIEVANCE_OFFICER: 'Meera Joshi',
      GRIEVANCE_EMAIL: 'grievance@sopan.example',
    },
  })
})
afterAll(async () => {
  await test.close()
  await rm(dataDir, { recursive: true })
})

const read = async (name: SitePageName) => ok(await test.call(api.sitePages.read, { query: { name } })).page
const textOf = ({ blocks }: Pick<SitePage, 'blocks'>) =>
  blocks.flatMap(({ items }) => items.map((item) => item.map(({ text }) => text).join(''))).join('\n')
const replace = (name: SitePageName, text: string) => writeFile(join(dataDir, 'pages', `${name}.md`), text)

describe('the pages of the law', () => {
  it.each(sitePageNames)('have a text, a version and a date of their own: %s', async (name) => {
    const page = await read(name)
    const changed = new Map<string, string>([
      ['privacy', '3'],
      ['refunds', '2'],
      ['cookies', '3'],
    ]).get(name)
    expect([page.name, page.version, page.date]).toEqual([
      name,
      changed ?? '1',
      changed ? '2026-11-29' : '2026-11-23',
    ])
    expect(page.blocks.length).toBeGreaterThan(2)
    expect(textOf(page)).not.toMatch(/undefined|null|\{\{|\*\*/)
  })

  it('name the grievance officer, who confirms within 48 hours and settles within a month', async () => {
    const page = await read('grievance')
    const text = textOf(page)
    expect(text).toContain('Meera Joshi')
    expect(text).toContain('within 48 hours')
    expect(text).toContain('within one month')
    const links = page.blocks.flatMap(({ items }) => items.flat().map(({ href }) => href))
    expect(links).toContain('mailto:grievance@sopan.example')
  })

  it('are replaced by Markdown of the operator, with its version and date', async () => {
    await replace(
      'terms',
      '---\nversion: 7b\ndate: 2025-02-03\n---\n# Our terms\n\nBe **kind**.\n\n- one\n- two\n',
    )
    expect(await read('terms')).toMatchObject({
      title: 'Our terms',
      version: '7b',
      date: '2025-02-03',
      blocks: [
        { kind: 'paragraph', items: [[{ text: 'Be ' }, { text: 'kind', isStrong: true }, { text: '.' }]] },
        { kind: 'list', items: [[{ text: 'one' }], [{ text: 'two' }]] },
      ],
    })
  })

  it('are read alike from an editor that marks its files as Unicode', async () => {
    await replace('grievance', '\uFEFF---\r\nversion: 5\r\n---\r\n# Complaints\r\n\r\nWrite to us.\r\n')
    const page = await read('grievance')
    expect([page.title, page.version, textOf(page)]).toEqual(['Complaints', '5', 'Write to us.'])
  })

  it('have a version of their own where the file names none, another one after a change', async () => {
    await replace('cookies', 'One.')
    const first = await read('cookies')
    await replace('cookies', 'Two.')
    const second = await read('cookies')
    expect(first.version).toMatch(/^[0-9a-f]{8}$/)
    expect(second.version).not.toBe(first.version)
    expect(second.title).toBe('cookies')
  })

  it('are ours where the file of the operator is far too large', async () => {
    await replace('refunds', 'x'.repeat(600_000))
    expect((await read('refunds')).version).toBe('2')
  })

  it('are agreed to by signing up, in the versions of that moment', async () => {
    await replace('privacy', '---\nversion: 12\n---\nShort.')
    const mentor = mentorForm()
    const before = test.clock.now().getTime()
    const mentee = await newMentee(test, menteeForm())
    ok(await test.call(api.mentors.register, { body: mentor }))
    const accounts = await test.app.db.query
      .selectFrom('account')
      .select(['consentVersion', 'consentedAt'])
      .where('email', 'in', [mentee.email, mentor.email])
      .execute()
    expect(accounts.map(({ consentVersion }) => consentVersion)).toEqual(
      Array(2).fill('terms 7b, privacy 12'),
    )
    for (const { consentedAt } of accounts) expect(consentedAt?.getTime()).toBeGreaterThanOrEqual(before)

    await replace('privacy', '---\nversion: 13\n---\nLonger.')
    const taken = JSON.stringify(ok(await test.call(api.accountSettings.mentee.export, {}, mentee)))
    expect(taken).toContain('terms 7b, privacy 12')
    ok(
      await test.call(api.accountSettings.mentee.deleteAccount, { body: { password: testPassword } }, mentee),
    )
    const erased = await test.app.db.query
      .selectFrom('account')
      .select(['consentVersion', 'consentedAt'])
      .where('id', '=', mentee.id)
      .executeTakeFirst()
    expect(erased).toEqual({ consentVersion: null, consentedAt: null })
  })

  it('are refused by another name', async () => {
    const { status, body } = await test.request('GET', '/api/site-pages?name=../secret')
    expect([status, body.fields]).toEqual([400, { name: 'There is no such page.' }])
  })
})

describe('Markdown', () => {
  const hrefs = (text: string) =>
    parseMarkdown(text).blocks.flatMap(({ items }) => items.flat().map(({ href }) => href))

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'file:///etc/passwd', 'vbscript:x'])(
    'makes no link of %s',
    (target) => {
      expect(hrefs(`[press](${target}) and <${target}>`).filter(Boolean)).toEqual([])
    },
  )

  it.each(['https://marga.example/a', 'mailto:a@b.example', '/refunds', '#here'])('links to %s', (target) => {
    expect(hrefs(`[press](${target})`)).toEqual([target])
  })

  /** Each block on a line: in how many lists, from which number on, and its words. */
  const outline = (text: string) =>
    parseMarkdown(text).blocks.map(
      ({ kind, items, start = 1, level = 0 }) =>
        `${level} ${kind} ${kind === 'numbered' ? start : ''}: ${items
          .map((run) => run.map(({ text: words }) => words).join(''))
          .join(' | ')}`,
    )

  it('keeps the numbers of clauses that have lists, paragraphs and headings in them', () => {
    const text = `3. Paying
   - by card
   - by bank

   Nothing else.
4. Refunds
5. Ending
   1. by you
   2. by us

   ## Notice
6. The rest

After it.`
    expect(outline(text)).toEqual([
      '0 numbered 3: Paying',
      '1 list : by card | by bank',
      '1 paragraph : Nothing else.',
      '0 numbered 4: Refunds | Ending',
      '1 numbered 1: by you | by us',
      '1 heading : Notice',
      '0 numbered 6: The rest',
      '0 paragraph : After it.',
    ])
  })

  it('counts entries without words, and keeps entries of one list together', () => {
    expect(outline('1. one\n2.\n3. three\n\n- a\n\n- b\n')).toEqual([
      '0 numbered 1: one',
      '0 numbered 3: three',
      '0 list : a | b',
    ])
  })

  it('keeps HTML as the text that it is', () => {
    expect(textOf(parseMarkdown('Hello <img src=x onerror=alert(1)>'))).toBe(
      'Hello <img src=x onerror=alert(1)>',
    )
  })
})
