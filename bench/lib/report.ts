import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { inPercent } from './comparison.ts'
import { stolenShare } from './stolen-time.ts'

const root = join(import.meta.dirname, '../..')

export type Report = {
  /** Where it stands, from the project's folder. */
  file?: string
  /** The section's title; a later run of the same title takes its place. */
  title: string
  command: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  /** What falls short and why, what the figures do not say. */
  notes?: readonly string[]
}

/** Prints a bench's figures and writes them into a document with commit, machine and load. */
export function report({
  file: path = 'docs/measurements.md',
  title,
  command,
  columns,
  rows,
  notes = [],
}: Report) {
  const file = join(root, path)
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const section = [
    `## ${title}`,
    '',
    `\`${command}\`, ${commit()}, ${machine()}, load ${loadBefore}, taken by the host ${inPercent(stolenShare())}`,
    '',
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map(line),
    '',
    ...[...notes, ...busyNote].flatMap((note) => [note, '']),
  ].join('\n')
  console.log(section)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '# Measurements\n'
  const sections = text.split(/^(?=## )/m)
  const known = sections.findIndex((other) => other.startsWith(`## ${title}\n`))
  if (known < 0) sections.push(section)
  else sections[known] = section
  writeFileSync(file, `${sections.map((part) => part.trimEnd()).join('\n\n')}\n`)
}

const loadBefore = loadavg()[0]!.toFixed(1)

/** Other work on the machine makes every time an upper bound, and a goal that was missed no finding. */
const busyNote =
  Number(loadBefore) > cpus().length
    ? [
        `The machine was busy with other work (load ${loadBefore} on ${cpus().length} cores): the times are upper bounds, and where a goal was missed the load may be the cause.`,
      ]
    : []

function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  // What the bench before this one has written down is no change of the product.
  const written = ['docs/measurements.md', 'docs/performance.md']
  const others = [':/', ...written.map((path) => `:(top,exclude)${path}`)]
  const hasChanges = git('status', '--porcelain', '--untracked-files=no', '--', ...others) !== ''
  return `commit ${git('rev-parse', '--short', 'HEAD')}${hasChanges ? ' with changes' : ''}`
}

const machine = () =>
  `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`
