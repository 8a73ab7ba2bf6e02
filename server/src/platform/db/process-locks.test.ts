import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { openProcessLocks } from './process-locks.ts'

it('lets go of a database that takes connections and says nothing, however long its address lets one take', async () => {
  const silent = createServer()
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const url = `postgres://marga@127.0.0.1:${port}/marga?connect_timeout=1000`
  const locks = openProcessLocks({ url, onError: () => {} })
  const accepted = once(silent, 'connection') as Promise<[Socket]>
  const held = locks.hold({ space: 'process', name: 'one' }).then(
    () => 'held',
    () => 'refused',
  )
  const [connection] = await accepted
  await locks.close()
  connection.destroy()
  expect(await held).toBe('refused')
  silent.close()
})
