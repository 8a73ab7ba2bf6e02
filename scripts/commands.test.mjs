import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { inProject } from './lib/project.mjs'

/** Every file that a text names by a pattern with one group. */
const namedIn = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name)

describe('the commands of the project', () => {
  it('run files that are there', () => {
    const { scripts } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
    const files = namedIn(Object.values(scripts).join('\n'), /(\S+\.(?:mjs|ts))(?=\s|$)/g)
    assert.ok(files.length > 10)
    assert.deepEqual(
      files.filter((file) => !existsSync(inProject(file))),
      [],
    )
  })

  it('that an operator is told of install what they run with, of which npm start brings the product’s packages alone', () => {
    const { scripts } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
    const told = new Set(
      ['README.md', 'docs/operations.md'].flatMap((file) =>
        namedIn(readFileSync(inProject(file), 'utf8'), /npm run ([a-z][a-z:-]*)/g),
      ),
    )
    assert.ok(told.size > 8)
    const unprepared = [...told].filter((name) => {
      const [, file] = /^node (scripts\/[\w-]+\.mjs)$/.exec(scripts[name] ?? '') ?? []
      return !file || !/await ensure(Ready|Packages|Complete)\(/.test(readFileSync(inProject(file), 'utf8'))
    })
    assert.deepEqual(unprepared, [])
  })

  it('start programs of the server that are built', () => {
    const texts = readdirSync(inProject('scripts'))
      .filter((name) => name.endsWith('.mjs') && !name.includes('.test.'))
      .map((name) => readFileSync(inProject('scripts', name), 'utf8'))
    const programs = namedIn(texts.join('\n'), /server\/dist\/([\w/-]+)\.js/g)
    assert.ok(programs.length > 4)
    assert.deepEqual(
      programs.filter((program) => !existsSync(inProject('server/src', `${program}.ts`))),
      [],
    )
  })
})
