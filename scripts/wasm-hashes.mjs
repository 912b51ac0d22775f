import { writeFileSync } from 'node:fs'
import { wasmHashes, wasmList } from './lib/wasm-files.mjs'

// After a package with compiled code was changed on purpose: the list that `npm run check` compares with.
writeFileSync(wasmList, `${JSON.stringify(wasmHashes(), null, 2)}\n`)
