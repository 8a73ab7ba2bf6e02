import { z } from 'zod'
import { isoDate } from './common.ts'
import { defineEndpoint } from './endpoint.ts'

/** What an operator says of the law, each at an address of its own: `/terms` and so on. */
export const sitePageNames = ['terms', 'privacy', 'refunds', 'grievance', 'cookies'] as const
export type SitePageName = (typeof sitePageNames)[number]

/** A run of words. `href` leads to a page of this site, to a site by http or https, or to an address of mail. */
const words = z.object({
  text: z.string(),
  isStrong: z.boolean(),
  isEmphasis: z.boolean(),
  href: z.string().nullable(),
})
export type SiteWords = z.infer<typeof words>

/** One entry of `items` but for lists. */
const block = z.object({
  kind: z.enum(['heading', 'paragraph', 'list', 'numbered']),
  items: z.array(z.array(words)),
  /** The number of a numbered list's first entry, where it is not 1. */
  start: z.number().int().min(0).optional(),
  /** In how many lists it stands, where it does. */
  level: z.number().int().min(1).optional(),
})
export type SiteBlock = z.infer<typeof block>

export const sitePage = z.object({
  name: z.enum(sitePageNames),
  title: z.string(),
  version: z.string(),
  /** Since when this version holds. */
  date: isoDate,
  blocks: z.array(block),
})
export type SitePage = z.infer<typeof sitePage>

export const sitePages = {
  read: defineEndpoint({
    method: 'GET',
    path: '/api/site-pages',
    access: 'public',
    summary: 'Terms, privacy, refunds, grievance officer or cookies, as the operator words them',
    query: z.object({ name: z.enum(sitePageNames, 'There is no such page.') }),
    response: z.object({ page: sitePage }),
  }),
}
