import { useLocation } from 'react-router'
import { useInstallation } from '../lib/installation.ts'

type PageMetaProps = {
  title: string
  description: string
  /** Path of the canonical address where it is not simply this one without its query. */
  canonicalPath?: string
  kind?: 'website' | 'profile'
}

/** What search engines and link previews read of a public page. */
export function PageMeta({ title, description, canonicalPath, kind = 'website' }: PageMetaProps) {
  const { config, origin } = useInstallation()
  const { pathname } = useLocation()
  const path = canonicalPath ?? pathname
  // Drawn by the server for each path.
  const socialImage = `/social${path === '/' ? '/index' : path}.jpg`
  const address = new URL(path, origin).href
  const fullTitle = title.endsWith(config.productName) ? title : `${title} · ${config.productName}`
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content={kind} />
      <meta property="og:site_name" content={config.productName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={new URL(socialImage, origin).href} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
