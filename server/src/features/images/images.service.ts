import { randomUUID } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { ImageStore } from '../../platform/images/images.ts'
import { reEncode } from '../../platform/images/re-encode.ts'

export function createImages({ store, clock }: { store: ImageStore; clock: Clock }) {
  return {
    /** @throws AppError invalid_image */
    async upload(file: Buffer) {
      const picture = await reEncode(file)
      const name = `${randomUUID()}-${clock.now().getTime()}.webp`
      const url = await store.put(name, picture.bytes, 'image/webp')
      return { secure_url: url, width: picture.width, height: picture.height }
    },
  }
}
export type Images = ReturnType<typeof createImages>
