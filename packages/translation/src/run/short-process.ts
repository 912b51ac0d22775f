import { setFlagsFromString } from 'node:v8'

// Importing this first makes V8 patient in a process that reads one file and ends: by default it spends more on
// optimising than it gets back (docs/decisions/0004). It comes before all other imports, because a WebAssembly module
// takes the budget that stands when it is instantiated.

/**
 * The flags by V8's major version: what is unknown to a version would be complained about, so only those that were
 * measured are named (11: Node 20, 12: Node 22, 13: Node 24).
 */
const flagsByMajor: Readonly<Record<string, readonly string[]>> = {
  11: ['--wasm-tiering-budget=2000000000', '--interrupt-budget=1000000'],
  12: ['--wasm-tiering-budget=2000000000', '--invocation-count-for-turbofan=45000'],
  13: [
    '--wasm-tiering-budget=2000000000',
    '--invocation-count-for-turbofan=45000',
    '--invocation-count-for-maglev=4000',
  ],
}

const [major = ''] = process.versions.v8.split('.')
for (const flag of flagsByMajor[major] ?? []) setFlagsFromString(flag)
