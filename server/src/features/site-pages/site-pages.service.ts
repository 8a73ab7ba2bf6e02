import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SitePage, SitePageName } from '@marga/contract/site-pages'
import type { Log } from '../../platform/log.ts'
import type { Contact } from '../installation/contact.service.ts'
import { defaultPages, defaultVersions, type Operator } from './default-pages.ts'
import { parseMarkdown } from './markdown.rules.ts'

type Deps = {
  log: Log
  contact: Contact
  /** `NAME.md` in it replaces a page. */
  folder: string
  operator: Omit<Operator, 'contactEmail'>
}

type Source = { text: string; version: string; date: string }

const bytesMax = 500_000

export function createSitePages(deps: Deps) {
  return {
    read: (name: SitePageName) => read(deps, name),
  }
}
export type SitePages = ReturnType<typeof createSitePages>

/** The pages that somebody agrees to by signing up. */
const agreedPages = ['terms', 'privacy'] as const

export const createConsent = (deps: Deps) => ({
  /** Of somebody who signs up now, for the row of the account. */
  async given(now: Date) {
    const versions = await Promise.all(
      agreedPages.map(
        async (name) => `${name} ${((await ownSource(deps, name)) ?? defaultVersions[name]).version}`,
      ),
    )
    return { consentVersion: versions.join(', '), consentedAt: now }
  },
})
export type Consent = ReturnType<typeof createConsent>

async function read(deps: Deps, name: SitePageName): Promise<SitePage> {
  const { text, ...about } = await sourceOf(deps, name)
  const { title, blocks } = parseMarkdown(text)
  return { name, ...about, title: title ?? name, blocks }
}

/** The operator's file, else ours. A file that cannot be used is as good as none, and logged. */
async function sourceOf(deps: Deps, name: SitePageName): Promise<Source> {
  return (await ownSource(deps, name)) ?? { text: await defaultText(deps, name), ...defaultVersions[name] }
}

const defaultText = async ({ contact, operator }: Deps, name: SitePageName) =>
  defaultPages[name]({ ...operator, contactEmail: await contact.address() })

async function ownSource({ folder, log }: Deps, name: SitePageName): Promise<Source | undefined> {
  const file = join(folder, `${name}.md`)
  try {
    const { size, mtime } = await stat(file)
    if (size > bytesMax) throw new Error(`${file} is larger than ${bytesMax} bytes`)
    // Some editors, those of Windows first of all, begin a file with the mark of its encoding.
    const given = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '')
    return ownVersion(given, mtime)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.error({ err: error }, 'a page of the operator cannot be read')
    return undefined
  }
}

/** Lines such as `version: 3` and `date: 2026-01-31` between two of `---`; else a hash, and when the file was changed. */
function ownVersion(given: string, changedAt: Date): Source {
  const [, head = '', text = given] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(given) ?? []
  const named = (key: string) => new RegExp(`^${key}:\\s*(.+?)\\s*$`, 'm').exec(head)?.[1]
  const date = named('date')
  return {
    text,
    version: named('version')?.slice(0, 40) ?? createHash('sha256').update(text).digest('hex').slice(0, 8),
    date: date && isDate(date) ? date : changedAt.toISOString().slice(0, 10),
  }
}

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
