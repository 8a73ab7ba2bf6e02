import type { FastifyInstance } from 'fastify'

/** Drawn by scripts/draw-icons.mjs into web/public. */
const icons = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

/** The paper of web/app/styles/tokens.css. */
const paper = '#faf6ee'

/** /manifest.webmanifest: what a system that installs the product calls it and shows of it. */
export function registerManifest(app: FastifyInstance, { productName }: { productName: string }) {
  const manifest = JSON.stringify({
    id: '/',
    name: productName,
    short_name: productName,
    description: 'Find a mentor, book sessions and write to each other.',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    lang: 'en',
    theme_color: paper,
    background_color: paper,
    icons,
  })
  app.get('/manifest.webmanifest', { config: { limit: 'document' } }, async (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(manifest),
  )
}
