import type { ImageStore } from '../../platform/images/images.ts'
import { filesOf } from './image-names.rules.ts'

export type Stores = {
  store: ImageStore
  /** Where pictures lay before the store was changed: looked at when the store has none. */
  earlierStore?: ImageStore
}

export const readFile = async ({ store, earlierStore }: Stores, fileName: string) =>
  (await store.get(fileName)) ?? (await earlierStore?.get(fileName))

/** Safe to repeat: what is gone already was copied before. */
export async function copyFiles(stores: Stores, from: string, to: string) {
  const [given, copies] = [filesOf(from), filesOf(to)]
  for (const size of ['large', 'medium', 'small'] as const) {
    const bytes = await readFile(stores, given[size])
    if (bytes) await stores.store.put(copies[size], bytes)
  }
}

export async function removeFiles({ store, earlierStore }: Stores, name: string) {
  for (const fileName of Object.values(filesOf(name))) {
    await store.remove(fileName)
    await earlierStore?.remove(fileName)
  }
}
