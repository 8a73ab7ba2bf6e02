// Fails when a built page's JavaScript is heavier than its budget, or lies in too many files. Part of npm run build
// and npm test.
import { PlainError, runMain } from './lib/console.mjs'
import { filesMax, weighPages } from './lib/page-weights.mjs'
import { inProject } from './lib/project.mjs'

await runMain(async () => {
  const pages = weighPages(inProject('web/build/client'))
  const line = ({ page, kilobytes, budget }) => `${kilobytes} of ${budget} KB  ${page}`
  const heavy = pages.filter(({ kilobytes, budget }) => kilobytes > budget)
  if (heavy.length > 0) throw new PlainError(`Too heavy:\n${heavy.map(line).join('\n')}`)
  const scattered = pages.filter(({ files }) => files > filesMax)
  if (scattered.length > 0)
    throw new PlainError(
      `More than ${filesMax} files:\n${scattered.map(({ page, files }) => `${files}  ${page}`).join('\n')}`,
    )
  const shown = [...pages.slice(0, 3), ...pages.filter(({ page }) => page.endsWith('landing-page'))]
  console.log(
    `${pages.length} pages are within their budgets, none in more than ${Math.max(...pages.map(({ files }) => files))} files; the heaviest and the landing page:`,
  )
  console.log(shown.map(line).join('\n'))
})
