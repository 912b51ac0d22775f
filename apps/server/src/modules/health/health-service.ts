import { access, constants } from 'node:fs/promises'
import type { Readiness } from '@kamar/contracts'
import { diskSpace } from '@kamar/storage'
import { sql } from 'kysely'
import type { ModuleContext } from '../../domain/module-context.js'

/** What the checks need. */
export interface HealthServices extends Pick<ModuleContext, 'configuration' | 'database' | 'isolation'> {
  /** Object store of the files; null with a disk. */
  readonly objects: { assertReady(): Promise<void> } | null
  /** Timeout of each check; default 3000. */
  readonly timeoutMilliseconds?: number
}

type Check = Readiness['checks']['database']

const defaultTimeoutMilliseconds = 3000
const minFreeBytes = 16 * 1024 ** 2

/** Checks every dependency of the service; never throws and never waits long. */
export async function readiness(services: HealthServices): Promise<Readiness> {
  const { timeoutMilliseconds = defaultTimeoutMilliseconds } = services
  const check = (probe: () => Promise<string>): Promise<Check> => checkWithin(timeoutMilliseconds, probe)
  const isolation = services.isolation()
  const [database, storage, worker] = await Promise.all([
    check(() => probeDatabase(services.database)),
    check(() => probeStorage(services)),
    check(async () => (isolation === null ? 'translations run in other processes' : `readers are ${await isolation}`)),
  ])
  const ready = database.ready && storage.ready && worker.ready
  return {
    status: ready ? 'ready' : 'not-ready',
    checks: { database, storage, worker },
    isolation: isolation === null ? 'off' : worker.ready ? await isolation : 'unknown',
  }
}

async function probeDatabase(database: ModuleContext['database']): Promise<string> {
  await sql`select 1`.execute(database)
  return 'answers'
}

async function probeStorage({ configuration, objects }: HealthServices): Promise<string> {
  const { dataFolder: folder } = configuration
  await objects?.assertReady()
  await access(folder, constants.W_OK)
  const { freeBytes } = await diskSpace(folder)
  if (freeBytes < minFreeBytes) throw new RangeError('no space left')
  return `${Math.floor(freeBytes / 1024 ** 2)} MB free`
}

/** Runs a check; its detail is a one-word reason, and paths and addresses stay in the log. */
async function checkWithin(timeoutMilliseconds: number, probe: () => Promise<string>): Promise<Check> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new RangeError('does not answer')), timeoutMilliseconds)
  })
  try {
    return { ready: true, detail: await Promise.race([probe(), timeout]) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return { ready: false, detail: error instanceof RangeError ? error.message : (code ?? 'failed') }
  } finally {
    clearTimeout(timer)
  }
}
