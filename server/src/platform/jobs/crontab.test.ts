import { parseCrontab } from 'graphile-worker'
import { expect, it } from 'vitest'
import { crontabOf } from './jobs.ts'

it('asks for what is done each minute in the place of what was asked for before and failed', () => {
  const items = parseCrontab(crontabOf({ isDemo: true }))
  const minutely = items.filter(({ options }) => options.backfillPeriod === 0)
  expect(minutely.map(({ task }) => task)).toEqual(
    expect.arrayContaining(['enrollments:sweep', 'mail:digest', 'demo:keep']),
  )
  for (const { task, options } of minutely)
    expect(options).toMatchObject({ jobKey: task, jobKeyMode: 'replace' })
})

it('makes up for a night, and keeps no demo where there is none', () => {
  const items = parseCrontab(crontabOf({ isDemo: false }))
  const nightly = items.filter(({ options }) => options.backfillPeriod > 0)
  expect(nightly.map(({ task }) => task)).toEqual(['housekeeping:daily', 'payments:nightly'])
  expect(items.map(({ task }) => task)).not.toContain('demo:keep')
})
