/**
 * Structured data for search engines. `<` is escaped, so that no text can end the element. Other data is another
 * element: trusted types let no script that the server wrote be changed.
 */
export function JsonLd({ data }: { data: object }) {
  const json = JSON.stringify(data).replace(/</g, '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, escaped above; it is data and never runs
  return <script key={json} type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
