import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DiskBlobStore, writeFileDurably } from '@kamar/storage'
import { z } from 'zod'
import { OperationError } from '../operation-error.js'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)
const Count = z.number().int().min(0)

/**
 * State of a deployment at one moment: the rows of its database, and the location of its bytes among the contents of
 * the backup.
 */
export const Snapshot = z.strictObject({
  format: z.literal('kamar-backup-1'),
  /** Time at which the database was read. */
  takenAt: z.iso.datetime(),
  migrations: z.array(z.string().max(200)).max(10_000),
  tables: z
    .array(
      z.strictObject({
        name: Name,
        columns: z.array(Name).max(1000),
        rows: Count,
        /** Hash of the lines. */
        sha256: Sha256,
        /** Content with the lines, packed with gzip; null for a table without rows. */
        stored: Sha256.nullable(),
      }),
    )
    .max(1000),
  /** Bytes of files and view packages; `stored` holds a line for each: hash, a space, length in bytes. Packed with gzip. */
  contents: z.strictObject({ count: Count, bytes: Count, stored: Sha256 }),
  /** Contents that were already missing or damaged and are not in the backup. */
  absent: z.array(z.string().max(400)),
  /** Location of the secret that signs tokens and seals second factors. */
  secret: z.enum(['beside', 'environment', 'left out']),
})
export type Snapshot = z.infer<typeof Snapshot>

const snapshotPattern = /^\d{8}T\d{6}Z(-\d+)?\.json$/
const maxSnapshotBytes = 256 << 20

/**
 * Folder of backups: `contents/blobs` holds bytes under their hash, each once however many snapshots need them;
 * `snapshots/<time>.json` lists the contents of one, `<time>.secret` beside it is the deployment's secret.
 */
export class BackupFolder {
  readonly contents: DiskBlobStore
  readonly #snapshots: string

  private constructor(folder: string, contents: DiskBlobStore) {
    this.contents = contents
    this.#snapshots = join(folder, 'snapshots')
  }

  /** Opens the folder, and creates it when it is absent. */
  static async open(folder: string): Promise<BackupFolder> {
    const backups = new BackupFolder(folder, await DiskBlobStore.open(join(folder, 'contents')))
    await mkdir(backups.#snapshots, { recursive: true, mode: 0o700 })
    return backups
  }

  /** Lists the names of all snapshots, oldest first. */
  async list(): Promise<string[]> {
    const files = await readdir(this.#snapshots)
    return files
      .filter((file) => snapshotPattern.test(file))
      .map((file) => file.slice(0, -'.json'.length))
      .toSorted()
  }

  /** Reads a snapshot. Throws `OperationError` when there is none of this name, or it is invalid. */
  async read(name: string): Promise<Snapshot> {
    const path = this.#toPath(name)
    const text = await readFile(path, 'utf8').catch((cause: unknown) => {
      throw new OperationError(`There is no snapshot ${name} in this backup.`, { cause })
    })
    if (text.length > maxSnapshotBytes) throw new OperationError(`The snapshot ${name} is too large to be one.`)
    const parsed = Snapshot.safeParse(parseJson(text))
    if (parsed.success) return parsed.data
    const where = parsed.error.issues[0]?.path.join('.') ?? ''
    throw new OperationError(`The snapshot ${name} is damaged, or of another version of Kamar (${where || 'no JSON'}).`)
  }

  /** Writes the file that makes a snapshot valid: everything it names has to be on disk before. Returns its name. */
  async write(snapshot: Snapshot, secret: string | null): Promise<string> {
    const time = snapshot.takenAt.replace(/[-:]|\.\d+/g, '')
    const existingNames = new Set(await this.list())
    const numbers = Array.from({ length: existingNames.size + 1 }, (_, number) =>
      number === 0 ? time : `${time}-${number}`,
    )
    const name = numbers.find((candidate) => !existingNames.has(candidate)) ?? time
    if (secret !== null) await writeFileDurably(join(this.#snapshots, `${name}.secret`), secret)
    await writeFileDurably(this.#toPath(name), `${JSON.stringify(snapshot, null, 1)}\n`)
    return name
  }

  /** Reads the secret beside a snapshot; returns null when it is absent. */
  readSecret(name: string): Promise<string | null> {
    return readFile(join(this.#snapshots, `${name}.secret`), 'utf8').catch(() => null)
  }

  /** Removes snapshots, but not their contents. */
  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) {
      await rm(this.#toPath(name), { force: true })
      await rm(join(this.#snapshots, `${name}.secret`), { force: true })
    }
  }

  #toPath(name: string): string {
    if (!snapshotPattern.test(`${name}.json`)) throw new OperationError(`${name} is not the name of a snapshot.`)
    return join(this.#snapshots, `${name}.json`)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
