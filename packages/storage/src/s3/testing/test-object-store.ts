import { randomUUID } from 'node:crypto'
import type { ObjectStoreSettings } from '../object-client.js'
import { type ObjectStores, openObjectStores } from '../open-object-stores.js'

/** The object store that tests may fill, from `KAMAR_TEST_S3` (JSON of its settings); null if not configured. */
export const testObjectStore: ObjectStoreSettings | null = process.env['KAMAR_TEST_S3']
  ? (JSON.parse(process.env['KAMAR_TEST_S3']) as ObjectStoreSettings)
  : null

if (testObjectStore === null)
  process.stdout.write('storage: the suites of the S3 adapter are skipped, `npm run test:fleet` runs them\n')

/** Opens empty stores for one test, under a prefix of their own in the bucket. */
export function openTestStores(folder: string, settings: Partial<ObjectStoreSettings> = {}): Promise<ObjectStores> {
  if (testObjectStore === null) throw new Error('KAMAR_TEST_S3 is not set')
  return openObjectStores({ ...testObjectStore, prefix: `test/${randomUUID()}`, ...settings }, folder)
}
