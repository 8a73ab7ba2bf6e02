/** What the product is made of. Their devDependencies build it; what tests and benches need is the root's, e2e's and bench's. */
export const productWorkspaces = ['contract', 'server', 'web']

/**
 * Path and entry of every package that the product needs, whatever the machine.
 * @param lock parsed package-lock.json @param isBuilt also what it is built with
 * @throws where the lock file lacks one
 */
export function productPackages(lock, { isBuilt = false } = {}) {
  const seen = new Map()
  const visit = (from, name, isOptional) => {
    const path = resolve(lock, from, name)
    if (!path) {
      if (!isOptional) throw new Error(`${from || 'the project'} needs ${name}, which the lock file lacks`)
      return
    }
    if (seen.has(path)) return
    const entry = lock.packages[path]
    seen.set(path, entry)
    follow(path, entry)
  }
  const follow = (path, entry) => {
    const optionalPeers = entry.peerDependenciesMeta ?? {}
    for (const name of Object.keys(entry.dependencies ?? {})) visit(path, name, false)
    for (const name of Object.keys(entry.optionalDependencies ?? {})) visit(path, name, true)
    for (const name of Object.keys(entry.peerDependencies ?? {})) {
      if (!optionalPeers[name]?.optional) visit(path, name, true)
    }
  }
  for (const workspace of productWorkspaces) {
    const entry = lock.packages[workspace]
    follow(workspace, entry)
    if (isBuilt) for (const name of Object.keys(entry.devDependencies ?? {})) visit(workspace, name, false)
  }
  return [...seen].filter(([path, { link }]) => path.includes('node_modules/') && !link)
}

/** As Node looks: beside the package that asks, then further up. */
function resolve(lock, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (lock.packages[path]) return path
    if (!folder) return undefined
  }
}
