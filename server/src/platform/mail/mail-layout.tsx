import type { MailContent, MailFrame } from './render.ts'

const ink = '#2a2118'
const paper = '#faf5ea'

/** One frame for every mail: plain, readable without pictures, in light and dark programs. */
export function MailLayout({ content, frame }: { content: MailContent; frame: MailFrame }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{content.subject}</title>
      </head>
      <body
        style={{
          margin: 0,
          backgroundColor: paper,
          color: ink,
          fontFamily: 'Figtree, Helvetica, Arial, sans-serif',
        }}
      >
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }} data-skip-in-text="true">
          {content.preview}
        </div>
        <table role="presentation" width="100%" cellPadding={0} cellSpacing={0}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: '32px 16px' }}>
                <table
                  role="presentation"
                  width="100%"
                  style={{ maxWidth: 560 }}
                  cellPadding={0}
                  cellSpacing={0}
                >
                  <tbody>
                    <tr>
                      <td style={{ fontFamily: 'Fraunces, Georgia, serif', fontSize: 24, paddingBottom: 24 }}>
                        {frame.productName}
                      </td>
                    </tr>
                    <tr>
                      <td
                        style={{
                          backgroundColor: '#ffffff',
                          borderRadius: 12,
                          padding: 28,
                          fontSize: 16,
                          lineHeight: '24px',
                        }}
                      >
                        <p style={{ marginTop: 0 }}>{content.greeting}</p>
                        {content.paragraphs.map((paragraph) => (
                          <p key={paragraph}>{paragraph}</p>
                        ))}
                        {content.facts ? <Facts facts={content.facts} /> : null}
                        {content.action ? <ActionLink {...content.action} /> : null}
                      </td>
                    </tr>
                    <tr>
                      <td style={{ padding: '20px 0', fontSize: 13, color: '#6b5d4c' }}>
                        You get this mail because of your account at{' '}
                        <a href={frame.publicUrl}>{frame.productName}</a>.
                        {frame.unsubscribeUrl ? (
                          <>
                            {' '}
                            You can <a href={frame.unsubscribeUrl}>stop mails of this kind</a>, or choose in
                            your settings which you want.
                          </>
                        ) : null}
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

/** Inline in a block each, so that the plain text has one line for each too. */
function Facts({ facts }: { facts: [label: string, value: string][] }) {
  return (
    <div style={{ margin: '0 0 20px' }}>
      {facts.map(([label, value]) => (
        <div key={label} style={{ padding: '3px 0' }}>
          <span style={{ color: '#6b5d4c' }}>{label}:</span>{' '}
          <strong style={{ fontWeight: 600 }}>{value}</strong>
        </div>
      ))}
    </div>
  )
}

function ActionLink({ label, url }: { label: string; url: string }) {
  return (
    <p style={{ marginBottom: 0 }}>
      <a
        href={url}
        style={{
          display: 'inline-block',
          backgroundColor: ink,
          color: paper,
          padding: '12px 20px',
          borderRadius: 8,
          textDecoration: 'none',
        }}
      >
        {label}
      </a>
    </p>
  )
}
