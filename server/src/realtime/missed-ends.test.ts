import { afterAll, beforeAll, expect, it } from 'vitest'
import { newMentee, type TestPerson } from '../testing/people.ts'
import { connectSocket } from '../testing/sockets.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
let address: string
beforeAll(async () => {
  test = await startTestApp()
  address = await test.listen()
})
afterAll(() => test.close())

/** As another process would, of whose word nothing is heard here and nothing remembered. */
const endUnheard = ({ id }: TestPerson) =>
  test.app.db.pool.query(`
    begin;
    alter table login_session disable trigger user;
    delete from login_session where account_id = '${id}';
    alter table login_session enable trigger user;
    commit`)

it('cuts the sockets of a session that ended while nothing was heard, however long ago, and no others', async () => {
  const [ended, stays] = [await newMentee(test), await newMentee(test)]
  const cut = await connectSocket(address, ended)
  const kept = await connectSocket(address, stays)
  await endUnheard(ended)
  await test.app.revocations.catchUp()
  await expect.poll(() => cut.of('unauthenticated')).toMatchObject([{ code: 'unauthenticated' }])
  await expect.poll(() => cut.socket.connected).toBe(false)
  expect(kept.socket.connected).toBe(true)
})
