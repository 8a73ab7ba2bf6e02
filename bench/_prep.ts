import { startProduct } from '../e2e/support/product.ts'
import { fillSearch } from './lib/seeded-product.ts'
const url = 'postgres://postgres@127.0.0.1:5545/million'
const product = await startProduct({ database: 'server', env: { DEMO: '0', DATABASE_URL: url } })
const t = Date.now()
await fillSearch(url, 1_000_000)
console.log('filled', (Date.now() - t) / 1000)
await product.dispose()
