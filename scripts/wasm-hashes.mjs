import { writeFileSync } from 'node:fs'
import { wasmHashes, wasmList } from './lib/wasm-files.mjs'

// Updates the list that `npm run check` compares with, after a package with compiled code was changed on purpose.
writeFileSync(wasmList, `${JSON.stringify(wasmHashes(), null, 2)}\n`)
