import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { PlainError } from './console.mjs'
import { inProject } from './project.mjs'

/** What tsconfig.base.json says of the output; `npm run check` looks at the types. */
const options = {
  target: 'node20',
  sourcemap: true,
  jsx: { runtime: 'automatic' },
  typescript: { rewriteImportExtensions: 'rewrite', onlyRemoveTypeImports: true },
}

/**
 * Writes the JavaScript of a folder's TypeScript beside its source map: `src/a.ts` becomes `dist/a.js`.
 * The bundler of the pages takes the types away from all files in the time in which the compiler has only begun.
 */
export async function compile(folder, paths) {
  // Not at the top: on a fresh clone it is installed while this module is there already.
  const { transform } = await import('rolldown/utils')
  await Promise.all(
    paths.map(async (path) => {
      const source = inProject(folder, 'src', path)
      const target = inProject(folder, 'dist', path.replace(/tsx?$/, 'js'))
      const { code, map, errors } = await transform(source, readFileSync(source, 'utf8'), options)
      if (errors.length > 0)
        throw new PlainError(
          `${join(folder, 'src', path)}: ${errors.map(({ message }) => message).join('\n')}`,
        )
      const name = basename(target)
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(
        `${target}.map`,
        JSON.stringify({ ...map, file: name, sources: [relative(dirname(target), source)] }),
      )
      writeFileSync(target, `${code}//# sourceMappingURL=${name}.map\n`)
    }),
  )
}
