import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import {
  defaultClientConditions,
  defaultServerConditions,
  defineConfig,
  type Plugin,
  runnerImport,
} from 'vite'
import { chunkGroups } from './chunk-groups.ts'

const routerFolder = join(createRequire(import.meta.url).resolve('react-router/package.json'), '..')
const productionRouter = join(routerFolder, 'dist/production')

/**
 * sonner writes a style element when it is loaded, which the content security policy refuses.
 * Its stylesheet is imported by ui/toaster.tsx instead.
 */
const sonnerWithoutStyleElement: Plugin = {
  name: 'sonner-without-style-element',
  transform(code, id) {
    if (!id.includes('/sonner/dist/index.mjs')) return
    return { code: code.replace(/^__insertCSS\(.*$/m, ''), map: null }
  },
}

const drawIconModule = join(import.meta.dirname, 'app/ui/draw-icon.ts')
const ownIcons = '\0virtual:own-icons'

/** The package's icons, made by a function of ours that has none of the options which are not used here. */
const iconsWithoutOptions: Plugin = {
  name: 'icons-without-options',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === '../createLucideIcon.mjs' && importer?.includes('/lucide-react/') ? ownIcons : undefined,
  load: (id) =>
    id === ownIcons ? `export { drawIcon as default } from ${JSON.stringify(drawIconModule)}` : undefined,
}

const contractTable = join(import.meta.dirname, '../contract/src/api.ts')

const callsModule = 'virtual:calls'

/**
 * The browser calls by a table of methods and addresses: it gets that table as data, without the schemas of every
 * answer and the library that they are made of. Forms fetch the schemas they need from the other modules. What only
 * moderators call is a module of its own, which the pages of everyone else do not load.
 */
const callsAsData: Plugin = {
  name: 'calls-as-data',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (id) => (id.startsWith(callsModule) ? `\0${id}` : undefined),
  async load(id) {
    if (relative(contractTable, id) === '') return `export * as api from '${callsModule}'`
    if (id === `\0${callsModule}`)
      return ['everyone', 'moderators'].map((who) => `export * from '${callsModule}/${who}'`).join('\n')
    if (!id.startsWith(`\0${callsModule}/`)) return
    const { module, dependencies } = await runnerImport<{ api: object }>(contractTable)
    for (const file of dependencies) this.addWatchFile(file)
    const isOfModerators = id.endsWith('/moderators')
    const groups = Object.entries(module.api).filter(
      ([, group]) => isOnlyOfModerators(group) === isOfModerators,
    )
    return constantsOf(Object.fromEntries(groups.map(([name, group]) => [name, withoutSchemas(group)]))).join(
      '\n',
    )
  },
}

const isOnlyOfModerators = (node: object): boolean =>
  'method' in node && 'path' in node && 'access' in node
    ? Array.isArray(node.access) && node.access.every((role) => role === 'moderator')
    : Object.values(node).every(isOnlyOfModerators)

/** What lib/api-client.ts of the browser reads of an endpoint. */
function withoutSchemas(node: object): object {
  if ('method' in node && 'path' in node) {
    const { method, path, access, idempotency } = node as Record<string, unknown>
    return { method, path, access, idempotency }
  }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withoutSchemas(value)]))
}

const limitsModule = join(import.meta.dirname, '../contract/src/limits.ts')
const limitsAsConstants = 'virtual:limits'

/**
 * Most limits are the server's, and a page reads a few of them: as constants of a module, each comes where it is read
 * and no other does. As members of one object all of them would come with every page.
 */
const limitsOneByOne: Plugin = {
  name: 'limits-one-by-one',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (id) => (id === limitsAsConstants ? `\0${limitsAsConstants}` : undefined),
  async load(id) {
    const isLimits = relative(limitsModule, id) === ''
    if (!isLimits && id !== `\0${limitsAsConstants}`) return
    const { module } = await runnerImport<{ limits: object; ui: object; rateLimits: object }>(limitsModule)
    this.addWatchFile(limitsModule)
    const { limits, ...others } = module
    return isLimits
      ? [`export * as limits from '${limitsAsConstants}'`, ...constantsOf(others)].join('\n')
      : constantsOf(limits).join('\n')
  },
}

const constantsOf = (values: object) =>
  Object.entries(values).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)

export default defineConfig(({ command }) => {
  const isBuild = command === 'build'
  return {
    plugins: [
      tailwindcss(),
      callsAsData,
      limitsOneByOne,
      sonnerWithoutStyleElement,
      iconsWithoutOptions,
      reactRouter(),
    ],
    resolve: {
      conditions: ['source', ...defaultClientConditions],
      // react-router's package offers its production build under no condition: name the files.
      alias: isBuild
        ? [
            { find: /^react-router$/, replacement: join(productionRouter, 'index.mjs') },
            { find: /^react-router\/dom$/, replacement: join(productionRouter, 'dom-export.mjs') },
          ]
        : [],
    },
    // Inlined as data: addresses, fonts and pictures would need a laxer content security policy.
    build: { assetsInlineLimit: 0 },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: chunkGroups,
              },
            },
          },
        },
      },
      ssr: {
        resolve: {
          conditions: ['source', ...defaultServerConditions],
          // One file with the production React inside, whatever NODE_ENV the server runs with.
          noExternal: isBuild ? true : ['@marga/contract'],
        },
        define: isBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
      },
    },
    server: {
      host: '127.0.0.1',
      port: 5173,
      proxy: {
        '/api': 'http://127.0.0.1:3000',
        '/uploads': 'http://127.0.0.1:3000',
        '/socket.io': { target: 'http://127.0.0.1:3000', ws: true },
      },
    },
  }
})
