/** Structured data for search engines. `<` is escaped, so that no text can end the element. */
export function JsonLd({ data }: { data: object }) {
  const json = JSON.stringify(data).replace(/</g, '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, escaped above; it is data and never runs
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
