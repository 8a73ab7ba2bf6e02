import sharp from 'sharp'
import { expect, it } from 'vitest'
import { asAppError, reEncode } from './re-encode.ts'

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

it('tells what is no picture from what the machine had no time for', async () => {
  expect(await failureOf(reEncode(Buffer.from('no picture')))).toMatchObject({ code: 'invalid_image' })
  // More than any machine does within the second that is the least there is.
  const create = { width: 30_000, height: 30_000, channels: 3, background: '#c96' } as const
  const work = sharp({ create, limitInputPixels: false }).blur(200).timeout({ seconds: 1 }).toBuffer()
  const timeout = await failureOf(work)
  expect(timeout).toMatchObject({ message: expect.stringContaining('timeout') })
  expect(asAppError(timeout)).toMatchObject({ code: 'unavailable', status: 503, cause: timeout })
})
