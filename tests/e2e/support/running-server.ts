import { readFileSync } from 'node:fs'
import { inject } from 'vitest'
import { explainWithServer } from './explain.js'
import type { EmptyDatabaseFolder, SharedServer } from './prepared-run.js'
import { type Reachable, ServerProcess } from './server-process.js'

/** A server of one file: with settings of its own, nobody in it yet, and free to be ended. */
export class RunningServer extends ServerProcess {
  readonly #forget = explainWithServer(this)

  override async start(): Promise<void> {
    const empty: EmptyDatabaseFolder = inject('emptyDatabase')
    if (this.address === '') this.beginWith(empty)
    await super.start()
  }

  override async dispose(): Promise<void> {
    this.#forget()
    await super.dispose()
  }
}

let shared: Reachable | undefined

/**
 * The server of the whole run, with readers and an administrator, for files that only need people and models of their own
 * in it: starting one costs five to ten seconds of a core.
 */
export function sharedServer(): Reachable {
  shared ??= tellOf(inject('sharedServer'))
  return shared
}

function tellOf({ address, outputFile }: SharedServer): Reachable {
  const told = {
    address,
    get output() {
      return readFileSync(outputFile, 'utf8')
    },
  }
  explainWithServer(told)
  return told
}
