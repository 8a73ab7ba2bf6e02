import type { SiteBlock, SiteWords } from '@marga/contract/site-pages'
import MarkdownIt from 'markdown-it'
import type Token from 'markdown-it/lib/token.mjs'

const markdown = new MarkdownIt('commonmark', { html: false }).disable('image')
markdown.validateLink = (href) => /^(?:https?:\/\/|mailto:|\/(?![/\\])|#)/i.test(href)

/** The first heading of the first level is the title. */
export type ParsedPage = { title: string | null; blocks: SiteBlock[] }

/** What a page is made of, as data: no markup of the operator's reaches a browser. */
export function parseMarkdown(text: string): ParsedPage {
  const page: ParsedPage = { title: null, blocks: [] }
  const tokens = markdown.parse(text, {})
  let list: SiteBlock | undefined
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'bullet_list_open') list = newList(page, 'list')
    if (token.type === 'ordered_list_open') list = newList(page, 'numbered')
    if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') list = undefined
    const isCode = token.type === 'fence' || token.type === 'code_block'
    if (token.type !== 'inline' && !isCode) continue
    const run = isCode ? [plain(token.content)] : wordsOf(token.children ?? [])
    const before = tokens[at - 1]
    if (before?.type !== 'heading_open') addRun(page, list, run)
    else if (before.tag === 'h1' && page.title === null) page.title = run.map(({ text }) => text).join('')
    else page.blocks.push({ kind: 'heading', items: [run] })
  }
  return page
}

function newList(page: ParsedPage, kind: 'list' | 'numbered'): SiteBlock {
  const block: SiteBlock = { kind, items: [] }
  page.blocks.push(block)
  return block
}

function addRun(page: ParsedPage, list: SiteBlock | undefined, run: SiteWords[]) {
  if (list) list.items.push(run)
  else page.blocks.push({ kind: 'paragraph', items: [run] })
}

const plain = (text: string): SiteWords => ({ text, isStrong: false, isEmphasis: false, href: null })

function wordsOf(tokens: readonly Token[]): SiteWords[] {
  const found: SiteWords[] = []
  let strong = 0
  let emphasis = 0
  let href: string | null = null
  for (const token of tokens) {
    if (token.tag === 'strong') strong += token.nesting
    if (token.tag === 'em') emphasis += token.nesting
    if (token.tag === 'a') href = token.nesting === 1 ? token.attrGet('href') : null
    const text = /break$/.test(token.type) ? ' ' : token.content
    if (text) found.push({ text, isStrong: strong > 0, isEmphasis: emphasis > 0, href })
  }
  return found
}
