/** @jsxRuntime automatic */
// As server/tsconfig.json has it, which whoever runs the sources from another folder (npm run dev) does not read.
import type { MailContent, MailFrame, MailSection } from './render.ts'

const ink = '#2a2118'
const paper = '#faf5ea'
const soft = '#6b5d4c'
const line = '#eadfc9'
const marigold = '#e8a013'

/** For programs that follow the reader's theme; the inline colours are for those that know no style element. */
const darkColours = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background-color: #1b1712 !important; color: #f3ead9 !important; }
  .card { background-color: #262019 !important; border-color: #3d3429 !important; }
  .ink, .ink a { color: #f3ead9 !important; }
  .soft, .soft a, .link { color: #b9aa94 !important; }
  .code { background-color: #352c21 !important; }
  .card a.button { background-color: ${marigold} !important; color: #241a08 !important; }
}
@media (max-width: 480px) {
  .card { padding: 22px !important; }
  .button { display: block !important; text-align: center; }
}`

/** One frame for every mail: plain, readable without pictures, in light and dark programs. */
export function MailLayout({ content, frame }: { content: MailContent; frame: MailFrame }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{content.subject}</title>
        <style>{darkColours}</style>
      </head>
      <body
        className="paper"
        style={{
          margin: 0,
          backgroundColor: paper,
          color: ink,
          fontFamily: 'Figtree, Helvetica, Arial, sans-serif',
        }}
      >
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>{content.preview}</div>
        <table
          role="presentation"
          className="paper"
          width="100%"
          cellPadding={0}
          cellSpacing={0}
          style={{ backgroundColor: paper }}
        >
          <tbody>
            <tr>
              <td align="center" style={{ padding: '28px 14px' }}>
                <table
                  role="presentation"
                  width="100%"
                  style={{ maxWidth: 560 }}
                  cellPadding={0}
                  cellSpacing={0}
                >
                  <tbody>
                    <ProductName name={frame.productName} />
                    <Card {...content} />
                    <Footer {...frame} />
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

function ProductName({ name }: { name: string }) {
  return (
    <tr>
      <td
        className="ink"
        style={{
          fontFamily: 'Fraunces, Georgia, serif',
          fontSize: 24,
          padding: '0 4px 18px',
        }}
      >
        <span style={{ color: marigold }} aria-hidden="true">
          ●
        </span>{' '}
        {name}
      </td>
    </tr>
  )
}

function Card(content: MailContent) {
  return (
    <tr>
      <td
        className="card ink"
        style={{
          backgroundColor: '#ffffff',
          border: `1px solid ${line}`,
          borderRadius: 12,
          padding: 28,
          overflowWrap: 'anywhere',
          fontSize: 16,
          lineHeight: '24px',
        }}
      >
        <p style={{ marginTop: 0 }}>{content.greeting}</p>
        {content.code ? <Code code={content.code} /> : null}
        {content.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {content.facts ? <Facts facts={content.facts} /> : null}
        {content.action ? <ActionLink {...content.action} /> : null}
        {content.link ? <PlainLink {...content.link} /> : null}
        {content.sections?.map((section) => (
          <Section key={section.title + section.action?.url} {...section} />
        ))}
      </td>
    </tr>
  )
}

/** Who sent the mail, which may have been to somebody without an account, and how they end it. */
function Footer(frame: MailFrame) {
  return (
    <tr>
      <td className="soft" style={{ padding: '18px 4px 0', fontSize: 13, lineHeight: '20px', color: soft }}>
        This email was sent by{' '}
        <a href={frame.publicUrl} style={{ color: soft }}>
          {frame.productName}
        </a>
        .
        {frame.unsubscribeUrl ? (
          <>
            {' '}
            You can{' '}
            <a href={frame.unsubscribeUrl} style={{ color: soft }}>
              stop emails of this kind
            </a>
            , or choose in your settings which ones you get.
          </>
        ) : null}
      </td>
    </tr>
  )
}

function Section({ title, paragraphs, facts, action }: MailSection) {
  return (
    <div style={{ marginTop: 22, paddingTop: 18, borderTop: `1px solid ${line}` }}>
      <strong style={{ fontWeight: 600 }}>{title}</strong>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {facts ? <Facts facts={facts} /> : null}
      {action ? <a href={action.url}>{action.label}</a> : null}
    </div>
  )
}

/** A line each, as in the plain text. */
function Facts({ facts }: { facts: [label: string, value: string][] }) {
  return (
    <div style={{ margin: '0 0 20px' }}>
      {facts.map(([label, value]) => (
        <div key={label} style={{ padding: '3px 0' }}>
          <span className="soft" style={{ color: soft }}>
            {label}:
          </span>{' '}
          <strong style={{ fontWeight: 600 }}>{value}</strong>
        </div>
      ))}
    </div>
  )
}

/** Large and apart, to be read off a lock screen or copied with one touch. */
function Code({ code }: { code: string }) {
  return (
    <p
      className="code ink"
      style={{
        margin: '20px 0',
        padding: '14px 0',
        textAlign: 'center',
        fontSize: 32,
        lineHeight: '40px',
        letterSpacing: 8,
        fontWeight: 600,
        backgroundColor: paper,
        borderRadius: 8,
      }}
    >
      {code}
    </p>
  )
}

function ActionLink({ label, url }: { label: string; url: string }) {
  return (
    <p style={{ margin: '24px 0 0' }}>
      <a
        className="button"
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

function PlainLink({ label, url }: { label: string; url: string }) {
  return (
    <p style={{ margin: '20px 0 0' }}>
      <a href={url} className="link" style={{ color: soft }}>
        {label}
      </a>
    </p>
  )
}
