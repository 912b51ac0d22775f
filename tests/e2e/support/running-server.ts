import { readFileSync } from 'node:fs'
import { inject } from 'vitest'
import { watchServerOutput } from './server-output.js'
import type { EmptyDatabaseFolder, SharedServer } from './prepared-run.js'
import { type Reachable, ServerProcess } from './server-process.js'

/** Server of one test file: with its own settings, no accounts yet, and it may be terminated. */
export class RunningServer extends ServerProcess {
  readonly #unwatch = watchServerOutput(this)

  override async start(): Promise<void> {
    const empty: EmptyDatabaseFolder = inject('emptyDatabase')
    if (this.address === '') this.beginWith(empty)
    await super.start()
  }

  override async dispose(): Promise<void> {
    this.#unwatch()
    await super.dispose()
  }
}

let shared: Reachable | undefined

/**
 * Returns the server of the whole run, with readers and an administrator, for test files that only need their own
 * accounts and models: starting one costs five to ten seconds of CPU time.
 */
export function sharedServer(): Reachable {
  shared ??= watchShared(inject('sharedServer'))
  return shared
}

function watchShared({ address, outputFile }: SharedServer): Reachable {
  const reachable = {
    address,
    get output() {
      return readFileSync(outputFile, 'utf8')
    },
  }
  watchServerOutput(reachable)
  return reachable
}
