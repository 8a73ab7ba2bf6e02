import type { SiteBlock, SiteWords } from '@marga/contract/site-pages'
import MarkdownIt from 'markdown-it'
import type Token from 'markdown-it/lib/token.mjs'

const markdown = new MarkdownIt('commonmark', { html: false }).disable('image')
markdown.validateLink = (href) => /^(?:https?:\/\/|mailto:|\/(?![/\\])|#)/i.test(href)

/** The first heading of the first level is the title. */
export type ParsedPage = { title: string | null; blocks: SiteBlock[] }

/** A list that is being read, at which of its entries, with the block that takes these while nothing stands in between. */
type OpenList = {
  kind: 'list' | 'numbered'
  number: number
  isEntryNew: boolean
  block: SiteBlock | undefined
}

/** What a page is made of, as data: no markup of the operator's reaches a browser. */
export function parseMarkdown(text: string): ParsedPage {
  const page: ParsedPage = { title: null, blocks: [] }
  const tokens = markdown.parse(text, {})
  const lists: OpenList[] = []
  for (const [at, token] of tokens.entries()) {
    follow(lists, token)
    const isCode = token.type === 'fence' || token.type === 'code_block'
    if (token.type !== 'inline' && !isCode) continue
    const run = isCode ? [plain(token.content)] : wordsOf(token.children ?? [])
    const before = tokens[at - 1]
    if (before?.type !== 'heading_open') addRun(page, lists, run)
    else if (before.tag === 'h1' && page.title === null) page.title = run.map(({ text }) => text).join('')
    else addBetween(page, lists, 'heading', run)
  }
  return page
}

/** Keeps the lists in which the next words stand, and counts their entries: those without words, too. */
function follow(lists: OpenList[], token: Token) {
  const list = lists.at(-1)
  if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open') {
    interrupt(lists)
    const kind = token.type === 'bullet_list_open' ? 'list' : 'numbered'
    const first = Number(token.attrGet('start') ?? 1)
    lists.push({ kind, number: first - 1, isEntryNew: false, block: undefined })
  }
  if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') lists.pop()
  if (token.type !== 'list_item_open' || !list) return
  list.number++
  list.isEntryNew = true
}

/** The entries after a list or a paragraph in one of them are a block of their own, which goes on counting. */
function interrupt(lists: readonly OpenList[]) {
  const list = lists.at(-1)
  if (list) list.block = undefined
}

function addRun(page: ParsedPage, lists: readonly OpenList[], run: SiteWords[]) {
  const list = lists.at(-1)
  if (!list?.isEntryNew) return addBetween(page, lists, 'paragraph', run)
  list.isEntryNew = false
  const { kind, number, block } = list
  if (block && (kind === 'list' || (block.start ?? 1) + block.items.length === number)) {
    block.items.push(run)
    return
  }
  const start = kind === 'numbered' && number !== 1 ? { start: number } : {}
  list.block = { kind, items: [run], ...start, ...levelOf(lists.length - 1) }
  page.blocks.push(list.block)
}

function addBetween(
  page: ParsedPage,
  lists: readonly OpenList[],
  kind: 'heading' | 'paragraph',
  run: SiteWords[],
) {
  interrupt(lists)
  page.blocks.push({ kind, items: [run], ...levelOf(lists.length) })
}

const levelOf = (level: number) => (level > 0 ? { level } : {})

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
