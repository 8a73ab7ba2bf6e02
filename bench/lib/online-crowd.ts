import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Pair } from './pairs.ts'
import { type RawSocket, signInRaw } from './raw-socket.ts'

// P16's 100,000 people online. No machine of two cores holds so many sockets beside their clients; for the product they
// are rows of another process, which lives as long as its lock is held, and so they are made here.

type Options = { url: string; databaseUrl: string; pairs: readonly Pair[]; arrivals: number }
type Heard = { userId: string; isOnline: boolean }

/** The mentor of all pairs connected, and their mentees online elsewhere, but for those who are yet to arrive. */
export async function gatherOnline({ url, databaseUrl, pairs, arrivals }: Options) {
  const [first] = pairs as [Pair, ...Pair[]]
  const heard: Heard[] = []
  const mentor = await signInRaw(
    url,
    { token: first.mentorToken, userId: first.mentorId, role: 'mentor' },
    (event, frame) => {
      if (event === 'presence') heard.push((JSON.parse(frame.slice(2)) as [string, Heard])[1])
    },
  )
  const elsewhere = pairs.slice(arrivals)
  const process = await startProcess(databaseUrl, first.mentorId)
  await process.join(elsewhere.map(({ menteeId }) => menteeId))
  const opened: RawSocket[] = [mentor]
  const untilHeard = async (isWanted: () => boolean) => {
    const begun = performance.now()
    while (!isWanted()) await sleep(1)
    return performance.now() - begun
  }
  return {
    /** One more comes. @returns milliseconds until the mentor hears of it */
    async arrive(index: number): Promise<number> {
      const { menteeId, menteeToken } = pairs[index]!
      const isHeard = () => heard.some(({ userId, isOnline }) => userId === menteeId && isOnline)
      const heardAfter = untilHeard(isHeard)
      opened.push(await signInRaw(url, { token: menteeToken, userId: menteeId, role: 'mentee' }))
      return heardAfter
    },
    /** The other process is gone. @returns milliseconds until the mentor has heard of each of its people */
    async endElsewhere(): Promise<number> {
      const gone = new Set(elsewhere.map(({ menteeId }) => menteeId))
      const before = heard.length
      await process.end()
      return untilHeard(() => {
        for (const { userId, isOnline } of heard.splice(before)) if (!isOnline) gone.delete(userId)
        return gone.size === 0
      })
    },
    close() {
      for (const socket of opened) socket.close()
    },
  }
}

/** What a process of the product is to the others: a lock on a connection of its own, of the kind that theirs are. */
async function startProcess(databaseUrl: string, onlineAccountId: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const lookUp = () =>
    client.query<{ kind: number; id: string }>(
      `select classid::bigint::int as kind, gen_random_uuid() as id from pg_locks, online
      where account_id = $1 and locktype = 'advisory'
        and objid = (hashtext(process_id::text)::bigint & 4294967295)::oid`,
      [onlineAccountId],
    )
  let own: { kind: number; id: string } | undefined
  // The row is written a moment after the socket is told that it is signed in.
  while (!own) [own] = (await lookUp()).rows
  const { kind, id } = own
  await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [kind, id])
  return {
    join: (accountIds: readonly string[]) =>
      client.query('insert into online (account_id, process_id) select unnest($1::uuid[]), $2', [
        accountIds,
        id,
      ]),
    end: () => client.end(),
  }
}
