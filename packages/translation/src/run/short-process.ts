import { setFlagsFromString } from 'node:v8'

// Importing this first reduces V8's optimisation in a process that reads one file and ends: by default it spends more
// on optimising than it gains (docs/decisions/0004). It precedes all other imports, because a WebAssembly module takes
// the budget in force when it is instantiated.

/**
 * Flags by V8's major version: V8 complains about unknown flags, so only the measured ones are listed (11: Node 20, 12:
 * Node 22, 13: Node 24).
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
