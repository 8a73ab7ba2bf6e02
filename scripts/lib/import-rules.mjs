// The import table of the project. A rule gets where an import comes from and goes to, and gives back the
// reason why not, or nothing.

/** The features of the server: each may know those that stand before it, and none that come after. */
export const featureOrder = [
  'images',
  'installation',
  'site-pages',
  'accounts',
  'calendar',
  'notifications',
  'moderators',
  'places',
  'search',
  'favourites',
  'session-credits',
  'enrollments',
  'reviews',
  'response-times',
  'availability',
  'mentors',
  'chat',
  'slots',
  'time-requests',
  'live',
  'moderation',
  'tickets',
  'disputes',
  'cases',
  'stats',
  'privacy',
  'demo-clock',
]

const routeModule = /^web\/app\/(root\.tsx|routes\.ts|entry\.[\w.]+|pages\/.*)$/
const isLibrary = (to) => to.area === 'library'
const inFolder = (library, name) => library === name || library.startsWith(`${name}/`)

/** Where a path belongs: `{ area, layer, name, file, isTest }`; a package is of the area "library". */
export function classify(target) {
  const [area, ...rest] = target.split('/')
  const isOurs = ['contract', 'server', 'web', 'e2e', 'bench', 'testkit'].includes(area) && rest.length > 0
  if (!isOurs) return { area: 'library', file: target }
  const isTest = area === 'testkit' || /\.(test|spec)\.[cm]?[jt]sx?$/.test(target) || rest.includes('testing')
  // server/src/features/slots/x.ts → layer "features", name "slots"; server/src/main.ts → layer "top".
  const [, layer, name] = rest
  if (rest.length === 2) return { area, layer: 'top', file: target, isTest }
  return { area, layer, name: rest.length > 3 ? name : undefined, file: target, isTest }
}

export function findReason(fromPath, edge) {
  const from = classify(fromPath)
  const to = classify(edge.target)
  const isForTests = from.isTest || from.area === 'e2e' || from.area === 'bench'
  if (!isForTests && to.isTest) return 'what is for tests stays in tests'
  return crossesWorkspaces(from, to) ?? rulesOf[from.area]?.(from, to, edge)
}

function crossesWorkspaces(from, to) {
  if (isLibrary(to) || to.area === from.area || to.area === 'contract') return undefined
  if (from.area === 'contract') return 'the contract stands alone: everything else is built on it'
  if (from.area === 'testkit')
    return 'the test kit stands below all tests: it knows the contract and libraries only'
  if (to.area === 'testkit' && ['server', 'e2e', 'bench'].includes(from.area)) return undefined
  // Both start the built product and speak to it; how that is done is written once.
  if (from.area === 'bench' && to.file.startsWith('e2e/support/')) return undefined
  if (from.area === 'e2e' || from.area === 'bench')
    return `${from.area} sees the product from outside, by HTTP and the contract`
  return `${from.area} and ${to.area} meet in the contract only`
}

const rulesOf = {
  contract: checkContract,
  server: (from, to, edge) =>
    from.isTest ? undefined : (checkServerLibrary(from, to) ?? checkServer(from, to, edge)),
  web: (from, to) => (from.isTest ? undefined : (checkWebLibrary(from, to) ?? checkWeb(from, to))),
}

function checkContract(from, to) {
  if (!isLibrary(to) || from.isTest || inFolder(to.file, 'zod')) return undefined
  return 'the contract runs in server and browser and imports zod only'
}

function checkServerLibrary(from, to) {
  if (!isLibrary(to)) return undefined
  const isHttp = from.layer === 'http' || from.layer === 'platform' || from.file === 'server/src/app.ts'
  if (/^(fastify|@fastify)(\/|-|$)/.test(to.file) && !isHttp && !from.file.endsWith('.routes.ts')) {
    return 'Fastify is known to *.routes.ts, app.ts, http/ and platform/ only; services are plain functions'
  }
  const isRealtime =
    from.layer === 'realtime' || from.layer === 'platform' || from.file.endsWith('.realtime.ts')
  if (/^(socket\.io|@socket\.io)(\/|$)/.test(to.file) && !isRealtime) {
    return 'Socket.IO is known to *.realtime.ts, realtime/ and platform/ only; emit through an interface'
  }
  return undefined
}

function checkServer(from, to, edge) {
  if (to.area !== 'server' || isComposition(from)) return undefined
  if (isComposition(to)) {
    const isConfig = to.file === 'server/src/config.ts'
    return isConfig
      ? 'configuration comes in as a dependency, so that a test can give another'
      : 'only the composition knows the composition: dependencies come in as parameters'
  }
  if (from.layer === 'features') return checkFeature(from, to, edge)
  if (from.layer === 'platform') {
    return to.layer === 'platform'
      ? undefined
      : 'platform is the outside world behind small interfaces and knows nothing above it'
  }
  if (to.layer === 'features' && !(edge.isType && isPublicOf(to))) {
    return `${from.layer}/ is below the features: it may know the type of a service, no code of it`
  }
  return undefined
}

function checkFeature(from, to, edge) {
  if (to.layer === 'platform' || (edge.isType === true && ['http', 'realtime'].includes(to.layer)))
    return undefined
  if (to.layer === 'http') return from.file.endsWith('.routes.ts') ? undefined : 'HTTP ends in *.routes.ts'
  if (to.layer === 'realtime')
    return from.file.endsWith('.realtime.ts') ? undefined : 'sockets end in *.realtime.ts'
  if (to.layer !== 'features' || to.name === from.name) return undefined
  // A presenter says how a thing looks on the wire: whoever answers with that thing may use it.
  if (/\.(rules|presenter)\.ts$/.test(to.file) || (to.file.endsWith('.service.ts') && edge.isType)) {
    if (featureOrder.indexOf(to.name) < featureOrder.indexOf(from.name)) return undefined
    return `${to.name} comes after ${from.name}: declare what is needed as a port, and let features.ts hand it in`
  }
  // Fragments of SQL, such as the condition of a block between two people, are part of many features' statements.
  const isFragment = from.file.endsWith('.queries.ts') && to.file.endsWith('-fragments.queries.ts')
  if (isFragment && featureOrder.indexOf(to.name) < featureOrder.indexOf(from.name)) return undefined
  if (to.file.endsWith('.service.ts'))
    return "another feature's service is a dependency: import its type, get the value as a parameter"
  return 'of another feature only the type of its service, its rules and its presenter, and *-fragments.queries.ts in queries; its other queries and the rest are its own'
}

/** The files directly in server/src and the programs beside them, which put everything together. */
function isComposition({ layer }) {
  return layer === 'top' || layer === 'cli' || layer === 'demo'
}

function isPublicOf({ file }) {
  return file.endsWith('.service.ts') || file.endsWith('.rules.ts')
}

function checkWebLibrary(from, to) {
  if (!isLibrary(to)) return undefined
  const isForbidden = /^(react-router|@react-router|@tanstack|socket\.io-client|zod)(\/|$)/.test(to.file)
  if (from.layer === 'ui' && isForbidden)
    return 'ui/ holds plain building blocks: no router, no queries, no sockets, no schemas'
  if (to.file === 'socket.io-client' && !/^web\/app\/lib\/socket(?:-library|-connect)?\.ts$/.test(from.file))
    return 'lib/socket.ts alone knows the socket, with lib/socket-library.ts and lib/socket-connect.ts, which it fetches'
  return undefined
}

const webLayers = {
  ui: ['ui'],
  lib: ['lib', 'contract'],
  worker: ['worker', 'lib', 'contract'],
  components: ['components', 'ui', 'lib', 'contract'],
  features: ['features', 'components', 'ui', 'lib', 'contract'],
  pages: ['pages', 'features', 'components', 'ui', 'lib', 'contract'],
}

function checkWeb(from, to) {
  const allowed = webLayers[from.layer]
  // Pictures and style sheets lie in assets/, beside the layers.
  const isAsset = !/\.tsx?$/.test(to.file)
  if (!allowed || isLibrary(to) || isAsset) return undefined
  const layer = to.area === 'contract' ? 'contract' : to.layer
  const isCn = from.layer === 'ui' && /\/cn\.ts$/.test(to.file)
  if (!allowed.includes(layer) && !isCn) return `${from.layer}/ may import ${allowed.join(', ')} only`
  if (from.layer === 'features' && layer === 'features' && from.name !== to.name) {
    return 'a feature does not know another: what two share belongs to components/ or lib/'
  }
  const isPage = /-(page|layout)\.tsx$/.test(to.file)
  return from.layer === 'pages' && layer === 'pages' && isPage
    ? 'a page does not import another page'
    : undefined
}

/** Default exports are for what a framework loads by itself. */
export function mayExportDefault(path) {
  if (path === 'e2e/support/global-setup.ts') return true
  return routeModule.test(path) || /\.config\.[cm]?[jt]s$/.test(path) || path.endsWith('.d.ts')
}

export function mayReadEnvironment(path) {
  return path === 'server/src/config.ts' || !/^(server|contract)\//.test(path) || classify(path).isTest
}
