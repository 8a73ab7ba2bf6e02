// Builds worker.ts into client/worker.js beside the pages, after them: it names their release and the files of those
// that open offline. Part of this workspace's build.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { filesOf, readRelease } from './release-files.mjs'

const clientFolder = join(import.meta.dirname, '..', process.env.PAGES_FOLDER ?? 'build', 'client')
const { manifest, files } = readRelease({
  names: readdirSync(join(clientFolder, 'assets')),
  read: (name) => readFileSync(join(clientFolder, 'assets', name), 'utf8'),
})
/** The pages of web/app/lib/offline/offline-caches.ts. */
const offlinePages = {
  mentee: ['pages/mentee/inbox-page', 'pages/mentee/booked-slots-page'],
  mentor: ['pages/mentor/inbox-page', 'pages/mentor/scheduler-page'],
}
const filesByRole = Object.fromEntries(
  Object.entries(offlinePages).map(([role, pages]) => [role, filesOf({ manifest, files, pages })]),
)

await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  define: { __RELEASE__: JSON.stringify(manifest.version), __FILES__: JSON.stringify(filesByRole) },
  build: {
    outDir: clientFolder,
    emptyOutDir: false,
    lib: {
      entry: join(import.meta.dirname, 'worker.ts'),
      formats: ['iife'],
      name: 'worker',
      fileName: () => 'worker.js',
    },
  },
})
