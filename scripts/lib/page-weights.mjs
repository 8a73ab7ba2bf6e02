import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Brotli kilobytes of JavaScript that a page may load before it is alive (P12); 1 KB is 1,000 bytes. */
export const budgets = { landing: 115, page: 180 }
/** Files of JavaScript that a page may ask for before it is alive: each is a request (web/chunk-groups.ts). */
export const filesMax = 55
const landing = 'pages/public/landing-page'

/**
 * What each page's JavaScript weighs, from the manifest of a built client: the entry, the page and the layouts
 * around it, with everything that they import at once. What is imported later, by a click, does not count.
 * @returns [{ page, kilobytes, budget, files }], the heaviest first; `files` is how many it asks for
 */
export function weighPages(clientFolder) {
  const assets = join(clientFolder, 'assets')
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file))
  if (!name) throw new Error(`There is no manifest in ${assets}`)
  const { entry, routes } = readManifest(readFileSync(join(assets, name), 'utf8'))
  const bytesOf = (address) => {
    const file = join(clientFolder, address)
    return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
  }
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId))
  return Object.values(routes)
    .filter(({ id }) => !parents.has(id))
    .map((route) => {
      const files = new Set()
      const add = (part) => {
        for (const file of [
          part.module,
          ...(part.imports ?? []),
          part.clientLoaderModule,
          part.clientMiddlewareModule,
        ])
          if (file) files.add(file)
      }
      add(entry)
      for (let one = route; one; one = routes[one.parentId]) add(one)
      const bytes = [...files].reduce((sum, file) => sum + bytesOf(file), 0)
      return {
        page: route.id,
        kilobytes: Math.round(bytes / 100) / 10,
        budget: route.id === landing ? budgets.landing : budgets.page,
        files: files.size,
      }
    })
    .sort((one, other) => other.kilobytes - one.kilobytes)
}

export const readManifest = (text) => JSON.parse(text.slice(text.indexOf('=') + 1).replace(/;\s*$/, ''))
