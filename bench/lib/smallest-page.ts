import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'

const root = join(import.meta.dirname, '../..')
const folder = join(root, '.cache/smallest-page')
const run = promisify(execFile)

/** Where page and files lie, apart from the product's. */
export const smallestPath = '/smallest-page'

/**
 * The smallest page that the framework makes: a root, one route of a heading, rendered on the server and hydrated as
 * the framework's own entry does it, of the same production builds as the product's pages.
 */
const files = {
  'package.json': '{ "private": true, "type": "module" }',
  'react-router.config.ts': `export default { basename: '${smallestPath}', routeDiscovery: { mode: 'initial' } }`,
  'vite.config.ts': `
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
const production = ${JSON.stringify(join(root, 'node_modules/react-router/dist/production'))}
export default defineConfig({
  base: '${smallestPath}/',
  plugins: [reactRouter()],
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: production + '/index.mjs' },
      { find: /^react-router\\/dom$/, replacement: production + '/dom-export.mjs' },
    ],
  },
  environments: { ssr: { resolve: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } } },
})`,
  'app/routes.ts': `
import { index } from '@react-router/dev/routes'
export default [index('home.tsx')]`,
  'app/home.tsx': `
export default function Home() {
  return <main><h1>Hello</h1></main>
}`,
  'app/root.tsx': `
import { Outlet, Scripts } from 'react-router'
export default function Root() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>Smallest</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content="A reference" />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  )
}`,
  'app/entry.client.tsx': `
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
startTransition(() => {
  hydrateRoot(document, <StrictMode><HydratedRouter /></StrictMode>)
})`,
  'app/entry.server.tsx': `
import { renderToString } from 'react-dom/server'
import { ServerRouter, createRequestHandler } from 'react-router'
export const handlerOf = (build) => createRequestHandler(build, 'production')
export default function handleRequest(request, status, headers, context) {
  headers.set('content-type', 'text/html; charset=utf-8')
  const page = renderToString(<ServerRouter context={context} url={request.url} />)
  return new Response('<!doctype html>' + page, { status, headers })
}`,
}

type Answer = { type: string; body: Buffer }
type Built = { entry: { module: { handlerOf(build: unknown): (request: Request) => Promise<Response> } } }

/** @returns what lies at an address of it; undefined for every other one */
export async function buildSmallestPage(): Promise<(path: string) => Promise<Answer | undefined>> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'app'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const cli = join(root, 'node_modules/@react-router/dev/bin.js')
  await run(process.execPath, [cli, 'build'], { cwd: folder })
  const build = (await import(pathToFileURL(join(folder, 'build/server/index.js')).href)) as Built
  const handle = build.entry.module.handlerOf(build)
  const scripts = new Map<string, Buffer>()
  return async (path) => {
    if (path === smallestPath) {
      const page = await handle(new Request(`http://localhost${path}`))
      return { type: 'text/html; charset=utf-8', body: brotliCompressSync(await page.text()) }
    }
    if (!path.startsWith(`${smallestPath}/assets/`)) return undefined
    const file = join(folder, 'build/client', path.slice(smallestPath.length))
    const body = scripts.get(file) ?? brotliCompressSync(readFileSync(file))
    scripts.set(file, body)
    return { type: 'text/javascript', body }
  }
}
