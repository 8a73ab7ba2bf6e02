import { join } from 'node:path'
import { api } from '@marga/contract/api'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { administrate } from '../../testing/databases.ts'
import { newMentor, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { type Cluster, createClusters, findPostgresPrograms } from '../../testing/postgres-cluster.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { migrateJobs } from '../jobs/jobs.ts'
import { migrate } from './migrate.ts'

// PostgreSQL's own streaming replication, with programs that Debian brings.
describe.skipIf(!findPostgresPrograms())('with a replica', () => {
  let clusters: ReturnType<typeof createClusters>
  let primary: Cluster
  let replica: Cluster
  let test: TestApp
  let mentor: TestPerson
  let onReplica: pg.Pool
  beforeAll(async () => {
    clusters = createClusters()
    primary = await clusters.create('primary')
    await primary.start({ wal_level: 'replica', max_wal_senders: '4' })
    await administrate(primary.url(), 'create database marga')
    const pool = new pg.Pool({ connectionString: primary.url('marga') })
    await migrate(pool, join(import.meta.dirname, '../../migrations'))
    await migrateJobs({ pool })
    await pool.end()
    replica = await clusters.copy('replica', primary, { asStandby: true })
    await replica.start()
    onReplica = new pg.Pool({ connectionString: replica.url('marga') })
    onReplica.on('error', () => {})
    test = await startTestApp({
      databaseUrl: primary.url('marga'),
      env: {
        DATABASE_URL: primary.url('marga'),
        TOKEN_SECRET: 'a secret of the tests, long enough for it',
        DATABASE_REPLICA_URL: replica.url('marga'),
      },
    })
    mentor = await newMentor(test, await newModerator(test))
  })
  afterAll(async () => {
    await test?.close()
    await onReplica?.end()
    await clusters?.dispose()
  })
  beforeEach(async () => {
    await resume()
    await replicaIsRead()
  })

  /** Replay stands still: what is written from now on does not reach what the replica shows. */
  const pause = () => onReplica.query('select pg_wal_replay_pause()')
  const resume = () => onReplica.query('select pg_wal_replay_resume()').catch(() => {})
  const servesStrangers = async () => {
    const { rows } = await test.app.publicReads.forStranger(() =>
      test.app.publicReads.pool.query<{ isReplica: boolean }>('select pg_is_in_recovery() as "isReplica"'),
    )
    return rows[0]!.isReplica ? 'replica' : 'primary'
  }
  const replicaIsRead = () => expect.poll(servesStrangers, { timeout: 20_000 }).toBe('replica')

  const nameShownTo = async (headers: Record<string, string>) =>
    ok(
      await test.request('GET', api.mentors.profile.path.replace(':mentorId', mentor.id), { headers }),
    ) as unknown as { mentorData: { firstName: string } }
  const shownName = async (headers: Record<string, string> = {}) =>
    (await nameShownTo(headers)).mentorData.firstName
  /** Behind the product's back, so that it does not know of it. */
  const rename = (firstName: string) =>
    test.app.db.pool.query('update account set first_name = $1 where id = $2', [firstName, mentor.id])
  const edit = (firstName: string) =>
    test.call(api.mentors.editProfile, { params: { ownId: mentor.id }, body: { firstName } }, mentor)

  it('strangers are answered from it: search and profile alike', async () => {
    const before = await shownName()
    await pause()
    await rename('Unheard')
    expect(await shownName()).toBe(before)
    const found = ok(await test.call(api.search.mentors, { query: { search: 'payment systems' } }))
    expect(found.mentorsSearchResult.map(({ firstName }) => firstName)).not.toContain('Unheard')
  })

  it('whoever is signed in or has just written is answered from the database itself', async () => {
    await pause()
    await rename('Signed')
    expect(await shownName({ authorization: `Bearer ${mentor.token}` })).toBe('Signed')
    expect(await shownName({ cookie: 'other=1; marga_wrote=1' })).toBe('Signed')
    const { headers } = await edit('Written')
    expect(String(headers['set-cookie'])).toMatch(/marga_wrote=1; Max-Age=10; Path=\/; HttpOnly/)
  })

  it('a public change is never hidden by it, not from strangers either', async () => {
    await pause()
    expect((await edit('Renamed')).status).toBe(200)
    expect(await shownName()).toBe('Renamed')
    expect(await servesStrangers()).toBe('primary')
    const found = ok(await test.call(api.search.mentors, { query: { search: 'Renamed' } }))
    expect(found.mentorsSearchResult.map(({ _id }) => _id)).toEqual([mentor.id])
    await resume()
    await replicaIsRead()
    expect(await shownName()).toBe('Renamed')
  })

  it('a change made through another process is not hidden either', async () => {
    const other = await startTestApp({ sharing: test })
    try {
      await pause()
      await other.call(
        api.mentors.editProfile,
        { params: { ownId: mentor.id }, body: { firstName: 'Elsewhere' } },
        mentor,
      )
      await expect.poll(() => shownName()).toBe('Elsewhere')
    } finally {
      await other.close()
    }
  })

  it('one that falls behind is left alone until it has caught up', async () => {
    await pause()
    // Something has to be written for there to be anything to be late with.
    await rename('Late')
    await expect.poll(servesStrangers, { timeout: 20_000 }).toBe('primary')
    expect(await shownName()).toBe('Late')
  })

  it('one that is gone costs nobody an answer', async () => {
    await replica.stop('SIGKILL')
    for (let turn = 0; turn < 5; turn++) expect(await shownName()).toBeTruthy()
    expect(await servesStrangers()).toBe('primary')
    await replica.start()
  })

  it('one that hangs costs nobody an answer', async () => {
    replica.signalAll('SIGSTOP')
    try {
      expect(await shownName()).toBeTruthy()
      expect(await servesStrangers()).toBe('primary')
    } finally {
      replica.signalAll('SIGCONT')
    }
  })

  it('a server that is no replica is not read, whatever the variable says', async () => {
    const wrong = await startTestApp({
      sharing: test,
      env: {
        DATABASE_URL: primary.url('marga'),
        TOKEN_SECRET: 'a secret of the tests, long enough for it',
        DATABASE_REPLICA_URL: primary.url('postgres'),
      },
    })
    try {
      expect((await wrong.call(api.mentors.profile, { params: { mentorId: mentor.id } })).status).toBe(200)
      expect(wrong.app.publicReads.lagSeconds()).toBeUndefined()
    } finally {
      await wrong.close()
    }
  })
})
