/** Letters of other scripts: a browser asks for them where they are written. */
const isSeldomUsed = (name) => /^manifest-|-wght-normal-|\.br$/.test(name)
const fileName = /[\w.-]+\.(?:js|css|woff2|svg|png|webp)/g

/**
 * What a built client is made of.
 * @param names the files of its assets folder
 * @returns React Router's manifest, and of each file which others it names
 */
export function readRelease({ names, read }) {
  const known = new Set(names.filter((name) => !isSeldomUsed(name)))
  const manifestName = names.find((name) => /^manifest-.*\.js$/.test(name))
  if (!manifestName) throw new Error('There is no manifest among the built files')
  const text = read(manifestName)
  const manifest = JSON.parse(text.slice(text.indexOf('=') + 1).replace(/;\s*$/, ''))
  const namedIn = (name) =>
    /\.(?:js|css)$/.test(name) ? (read(name).match(fileName) ?? []).filter((other) => known.has(other)) : []
  return { manifest, files: new Map([...known].map((name) => [name, namedIn(name)])) }
}

/** The addresses of everything that pages are made of, with what they load later. */
export function filesOf({ manifest, files, pages }) {
  const waiting = partsOf(manifest.entry)
  for (const page of pages) {
    const route = manifest.routes[`${page}`]
    if (!route) throw new Error(`There is no page ${page}`)
    for (let one = route; one; one = manifest.routes[one.parentId]) waiting.push(...partsOf(one))
  }
  const found = new Set()
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    if (found.has(name) || !files.has(name)) continue
    found.add(name)
    waiting.push(...files.get(name))
  }
  return [...found].sort().map((name) => `/assets/${name}`)
}

const partsOf = ({ module, imports = [], css = [], ...others }) =>
  [
    module,
    ...imports,
    ...css,
    others.clientLoaderModule,
    others.clientMiddlewareModule,
    others.hydrateFallbackModule,
  ]
    .filter(Boolean)
    .map((address) => address.replace('/assets/', ''))
