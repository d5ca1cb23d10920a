import { writeFileSync } from 'node:fs'
import { globalSetup, globalTeardown } from '../setup.ts'
import { openTestHouse } from '../house.ts'
await globalSetup()
const house = await openTestHouse({ env: { TRUST_PROXY: '127.0.0.1' } })
const seller = await house.seller({ funds: 500_00 })
writeFileSync('/tmp/contract/keys.json', JSON.stringify({ url: house.url, bank: house.bankUrl, publicKey: seller.publicKey, privateKey: seller.privateKey, routes: house.house.routes }, null, 1))
console.log('up', house.url)
process.on('SIGTERM', async () => { await house[Symbol.asyncDispose](); await globalTeardown(); process.exit(0) })
setInterval(() => {}, 1e6)
