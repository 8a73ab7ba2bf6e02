import { api } from '@marga/contract/api'
import type { SiteBlock, SitePageName, SiteWords } from '@marga/contract/site-pages'
import { Link, useLoaderData } from 'react-router'
import { PageMeta } from '../../components/page-meta.tsx'
import { ProsePage } from '../../components/prose-page.tsx'
import { formatDate } from '../../lib/dates.ts'
import { useInstallation } from '../../lib/installation.ts'
import { asResponse, hostContext } from '../../lib/server-context.ts'
import type { Route } from './+types/site-page'

/** The page's name is its address: `/terms`, or `/terms.data` when the router asks. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const name = new URL(request.url).pathname.replace(/^\/|\/$|\.data$/g, '') as SitePageName
  try {
    return await context.get(hostContext).call(api.sitePages.read, { query: { name } })
  } catch (error) {
    throw asResponse(error)
  }
}

/** Terms, privacy, refunds, grievance officer, cookies: ours, or what the operator put in their place. */
export default function SitePage() {
  const { page } = useLoaderData<typeof loader>()
  const { productName } = useInstallation().config
  return (
    <ProsePage title={page.title} lead={`Version ${page.version}, ${formatDate(page.date, 'UTC')}`}>
      <PageMeta
        title={page.title}
        description={`${page.title} of ${productName}, version ${page.version}.`}
      />
      <div className="grid grid-cols-1 gap-4 wrap-anywhere">
        {page.blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never move
          <Block key={index} {...block} />
        ))}
      </div>
    </ProsePage>
  )
}

/** What stands in a list is set in, as far as that list's own entries. */
const indents = ['', 'ml-6', 'ml-12', 'ml-18'] as const

function Block({ kind, items, start, level = 0 }: SiteBlock) {
  const runs = items.map((run) => run.map(inline))
  const indent = indents[Math.min(level, indents.length - 1)]
  if (kind === 'heading') return <h2 className={`mt-4 text-2xl ${indent}`}>{runs[0]}</h2>
  if (kind === 'paragraph') return <p className={indent}>{runs[0]}</p>
  const entries = runs.map((run, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text never move
    <li key={index}>{run}</li>
  ))
  if (kind === 'list') return <ul className={`grid list-disc gap-2 pl-6 ${indent}`}>{entries}</ul>
  return (
    <ol start={start} className={`grid list-decimal gap-2 pl-6 ${indent}`}>
      {entries}
    </ol>
  )
}

function inline({ text, isStrong, isEmphasis, href }: SiteWords, index: number) {
  const emphasised = isEmphasis ? <em>{text}</em> : text
  const words = isStrong ? <strong>{emphasised}</strong> : emphasised
  const key = `${index} ${text}`
  if (href === null) return <span key={key}>{words}</span>
  return href.startsWith('/') ? (
    <Link key={key} to={href} className="link">
      {words}
    </Link>
  ) : (
    <a key={key} href={href} className="link">
      {words}
    </a>
  )
}
