import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  // scripts/lib/build.mjs has them built beside those that are served.
  buildDirectory: process.env.PAGES_FOLDER ?? 'build',
  ssr: true,
  // The landing page need not carry the table of every signed-in page.
  routeDiscovery: { mode: 'lazy' },
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
  },
} satisfies Config
