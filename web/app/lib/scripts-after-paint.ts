import { hydratedEvent, listeningEvent, replayEarlyEvents } from './event-replay.ts'

const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*\/>/g
const moduleScript = /(<script[^>]* type="module"[^>]*>)([\s\S]*?)(<\/script>)/
const staticImport = /import \* as (\w+) from ("[^"]+");/g
const entryImport = /(?<=^import\()"[^"]+"(?=\))/m

/** So late at the latest: a page in the background is not painted, and a style sheet may be slow. */
const latestMs = 1500

/** As many requests as are begun in one task: each takes the browser half a millisecond and more. */
const begunAtOnce = 6

/**
 * Lets the scripts of a page that is complete without them begin after its first paint. The router names them in the
 * head, where on a slow line they take their share from style sheet, fonts and pictures. Each file is run in a task of
 * its own, what it imports before it and the entry last: all in one would keep a telephone from answering a touch.
 */
export function scriptsAfterPaint(page: string): string {
  const addresses: string[] = []
  const bare = page.replace(preload, (_, address: string) => {
    addresses.push(address)
    return ''
  })
  return bare.replace(moduleScript, (_, start: string, body: string, end: string) => {
    const names: string[] = []
    const modules: string[] = []
    const rest = body.replace(staticImport, (_, name: string, address: string) => {
      names.push(name)
      modules.push(`import(${address})`)
      return ''
    })
    const text = [
      `(${replayEarlyEvents.toString()})(${JSON.stringify(listeningEvent)}, ${JSON.stringify(hydratedEvent)});`,
      `await new Promise((go) => { requestAnimationFrame(() => setTimeout(go)); setTimeout(go, ${latestMs}) });`,
      `const hrefs = ${JSON.stringify(addresses)};`,
      'for (const [index, href] of hrefs.entries()) {',
      `if (index > 0 && index % ${begunAtOnce} === 0) await new Promise((go) => setTimeout(go));`,
      "document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));",
      '}',
      `for (const href of hrefs) if (href !== ${body.match(entryImport)?.[0]}) await import(href);`,
      `const [${names.join(', ')}] = await Promise.all([${modules.join(', ')}]);`,
    ].join('\n')
    return `${start}${text}${rest}${end}`
  })
}
