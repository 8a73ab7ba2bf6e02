import { createRequire } from 'node:module'
import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defaultClientConditions, defaultServerConditions, defineConfig, type Plugin } from 'vite'

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

export default defineConfig(({ command }) => {
  const isBuild = command === 'build'
  return {
    plugins: [tailwindcss(), sonnerWithoutStyleElement, reactRouter()],
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
