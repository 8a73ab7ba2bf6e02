import { startProduct } from '../e2e/support/product.ts'
import { createRandom } from './seed/random.ts'
import { firstNames, lastNames, skills } from './seed/vocabulary.ts'
const product = await startProduct({ database: 'server', env: { DEMO: '0', DATABASE_URL: 'postgres://postgres@127.0.0.1:5545/million' } })
const random = createRandom(7)
const orders = ['relevance', 'rating', 'price_low', 'price_high', 'newest']
const name = () => `${random.skewed(firstNames)} ${random.skewed(lastNames)}`
const kinds: Record<string, () => Record<string, string>> = {
  list: () => ({ sort: random.one(orders) }),
  skill: () => ({ search: random.one(skills) }),
  two: () => ({ search: `${random.one(skills)} ${random.one(skills)}` }),
  name: () => ({ search: name() }),
  band: () => ({ price: random.one([...'bcde']), rating: random.one([...'12345']), sort: random.one(orders) }),
  sbr: () => ({ search: random.one(skills), price: random.one([...'abcde']), rating: random.one([...'123459']), sort: random.one(orders) }),
}
const only = process.argv[2]
for (const [kind, make] of Object.entries(kinds)) {
  if (only && kind !== only) continue
  const all: [number, string][] = []
  for (let i = 0; i < 150; i++) {
    const q = { ...make(), limit: '12', nocache: String(random.next()) }
    const t = performance.now()
    const r = await fetch(`${product.url}/api/mentees/mentors?${new URLSearchParams(q)}`)
    await r.text()
    if (i >= 30) all.push([performance.now() - t, JSON.stringify({ ...q, nocache: undefined, limit: undefined }) + ' ' + (r.headers.get('server-timing') ?? '')])
  }
  all.sort((a, b) => b[0] - a[0])
  console.log(kind, 'median', all[60]![0].toFixed(1))
  for (const [ms, q] of all.slice(0, 12)) console.log('  ', ms.toFixed(1), q)
}
await product.dispose()
