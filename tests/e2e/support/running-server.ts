import { readFileSync } from 'node:fs'
import { inject } from 'vitest'
import { watchServerOutput } from './server-output.js'
import type { EmptyDatabaseFolder, SharedServer } from './prepared-run.js'
import { type Reachable, ServerProcess } from './server-process.js'

/** A server of one file: with settings of its own, nobody in it yet, and free to be ended. */
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
 * The server of the whole run, with readers and an administrator, for files that only need people and models of their own
 * in it: starting one costs five to ten seconds of a core.
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
