import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { ScanPosition } from './page-statement.queries.ts'
import type { ParsedQuery } from './query-parser.rules.ts'

const unpackedBytesMax = 50_000

/** Where in the result of a search the next page begins. */
export type Scan = { parsed: ParsedQuery; position: ScanPosition; snapshot: string }

export type ScanParts = readonly [tier: number, key: number, id: string, snapshot: string, parsed: string]

/** The words as the first page understood them travel in the cursor, so that new words do not change the later ones. */
export const partsOf = ({ parsed, position, snapshot }: Scan): ScanParts => [
  position.tier,
  position.key,
  position.id,
  snapshot,
  pack(JSON.stringify(parsed)),
]

/** Each text takes a compressor of its own: what is short goes as it is. */
const plainMax = 1000
const pack = (json: string) => (json.length <= plainMax ? json : deflateRawSync(json).toString('base64url'))
const unpack = (packed: string) =>
  packed.startsWith('{')
    ? packed
    : inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: unpackedBytesMax }).toString()

/** Nothing but the size is looked at: the cursor is signed, so these are parts that we wrote. */
export function readScan(parts: ScanParts | undefined): Scan | undefined {
  if (!parts) return undefined
  const [tier, key, id, snapshot, packed] = parts
  return { parsed: JSON.parse(unpack(packed)) as ParsedQuery, position: { tier, key, id }, snapshot }
}
