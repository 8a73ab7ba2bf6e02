import { once } from 'node:events'

/** `npm start` has the server begin while the pages are still being built: scripts/lib/serve.mjs */
export const awaitsPages = '--await-pages'
const pagesBuilt = 'pages built'
const isRunning = 'is running'

/** Settles when there are pages to serve; at once for whoever was started when there were. */
export async function untilPagesAreBuilt(): Promise<void> {
  if (!process.argv.includes(awaitsPages)) return
  for (let message: unknown; message !== pagesBuilt; ) [message] = await once(process, 'message')
}

/** What the start script puts off until then may begin. */
export const tellStartScript = () => void process.send?.(isRunning)
