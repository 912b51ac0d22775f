import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { basename } from 'node:path'
import type { SampleModel } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import { exampleProjectId, systemAccountId } from '../../domain/projects/example-project.js'
import { insertProject } from '../../domain/projects/insert-project.js'
import type { ModuleContext } from '../../domain/module-context.js'

/** Small example model, stored with its reader. */
interface Example {
  readonly name: string
  readonly description: string
  /** Relative to the sources of the readers package. */
  readonly path: string
  readonly companions: readonly string[]
}

const examples: readonly Example[] = [
  {
    name: 'Sample House',
    description: 'basic house model for testing',
    path: 'ifc/fixtures/house.ifc',
    companions: [],
  },
  {
    name: 'Sample Footbridge',
    description: 'coloured mesh model with materials',
    path: 'obj/fixtures/footbridge.obj',
    companions: ['obj/fixtures/footbridge.mtl'],
  },
  {
    name: 'Sample Arch',
    description: 'single solid, ready for printing',
    path: 'stl/fixtures/arch.stl',
    companions: [],
  },
]

const readerSources = new URL('../../../../../packages/formats/src/', import.meta.url)

/**
 * Imports missing examples, like any upload: the normal workers translate them. Examples of an earlier version of Kamar
 * go to the bin.
 */
export async function importExamples(context: ModuleContext): Promise<void> {
  await makeProject(context.database)
  const identities = await Promise.all(examples.map(computeIdentity))
  for (const [index, example] of examples.entries()) await importExample(context, example, identities[index] ?? '')
  await context.database
    .updateTable('file')
    .set({ deleted_at: new Date() })
    .where('project_id', '=', exampleProjectId)
    .where('deleted_at', 'is', null)
    .where('current_version_id', 'in', (version) =>
      version.selectFrom('file_version').select('id').where('upload_id', 'not in', identities),
    )
    .execute()
}

/** Lists the examples, in their order. */
export async function listExamples(database: Kysely<Database>): Promise<SampleModel[]> {
  const identities = await Promise.all(examples.map(computeIdentity))
  const rows = await database
    .selectFrom('file_version')
    .innerJoin('file', 'file.current_version_id', 'file_version.id')
    .select(['file_version.urn', 'file_version.upload_id'])
    .where('file.project_id', '=', exampleProjectId)
    .where('file.deleted_at', 'is', null)
    .execute()
  return examples.flatMap(({ name, description }, index) => {
    const row = rows.find((candidate) => candidate.upload_id === identities[index])
    return row ? [{ name, description, urn: row.urn }] : []
  })
}

async function importExample(
  { blobs, domain: { uploads } }: ModuleContext,
  example: Example,
  identity: string,
): Promise<void> {
  if (await uploads.findResult(systemAccountId, identity)) return
  const name = { accountId: systemAccountId, uploadId: identity.split('/')[1] ?? '' }
  await copyFile(toFilePath(example.path), await uploads.folder.prepare(name))
  const companions = await Promise.all(
    example.companions.map(async (path) => ({
      name: basename(path),
      ...(await blobs.put(createReadStream(toFilePath(path)))),
    })),
  )
  await uploads.complete({ name, identity, fileName: basename(example.path), companions })
}

async function makeProject(database: Kysely<Database>): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('account')
      .values({
        id: systemAccountId,
        email: 'examples@kamar.invalid',
        username: null,
        name: 'Kamar',
        password_hash: null,
        quota_bytes: 1024 ** 3,
        avatar_blob: null,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    await insertProject(transaction, {
      id: exampleProjectId,
      name: 'Examples',
      ownerId: systemAccountId,
      personal: true,
    })
  })
}

const identitiesOfExamples = new Map<string, string>()

/**
 * Computes the identity of an example from its bytes and those of its companions, so that a new version replaces it.
 */
async function computeIdentity(example: Example): Promise<string> {
  const cachedIdentity = identitiesOfExamples.get(example.path)
  if (cachedIdentity) return cachedIdentity
  const hash = createHash('sha256')
  for (const path of [example.path, ...example.companions]) hash.update(await readFile(toFilePath(path)))
  const identity = `${systemAccountId}/${hash.digest('hex')}`
  identitiesOfExamples.set(example.path, identity)
  return identity
}

function toFilePath(path: string): string {
  return fileURLToPath(new URL(path, readerSources))
}
