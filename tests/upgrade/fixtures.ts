import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { constants, createBrotliDecompress } from 'node:zlib'

/**
 * Contents that `scripts/upgrade-fixture.mjs` created in a deployment, as returned by the version that wrote the
 * fixture.
 */
export interface DeploymentRecord {
  readonly administrator: { readonly username: string; readonly password: string }
  readonly settings: object
  /** Owner of the contents, and other accounts. */
  readonly accounts: readonly [AccountRecord, ...AccountRecord[]]
  readonly files: readonly FileRecord[]
  readonly topic: TopicRecord
  readonly view: { readonly fileId: string; readonly id: string; readonly name: string }
  readonly link: { readonly id: string; readonly urn: string; readonly secret: string; readonly password: string }
  readonly modelSet: { readonly id: string }
  readonly retranslation: { readonly urn: string; readonly quality: 'draft' }
}

/** File whose upload was acknowledged and whose translation had not ended when the server was killed. */
export interface WaitingFile {
  readonly pending: { readonly id: string; readonly urn: string }
}

interface AccountRecord {
  readonly email: string
  readonly name: string
  readonly password: string
  readonly preferences: object
  readonly project: { readonly id: string; readonly role: string }
}

interface FileRecord {
  readonly id: string
  readonly name: string
  readonly versions: readonly VersionRecord[]
}

interface VersionRecord {
  readonly number: number
  readonly urn: string
  readonly note: string
  readonly size: number
  readonly sha256: string
  readonly package: { readonly chunks: number; readonly counts: object }
}

interface TopicRecord {
  readonly fileId: string
  readonly id: string
  readonly title: string
  readonly description: string
  readonly status: string
  readonly priority: string
  readonly labels: readonly string[]
  readonly comments: readonly { readonly id: string; readonly author: string; readonly text: string }[]
  readonly viewpoints: number
}

/**
 * State left by a released version: data folders after a clean stop and after SIGKILL, a database dump with its files.
 */
export interface UpgradeFixture {
  readonly version: string
  readonly records: {
    readonly stopped: DeploymentRecord
    readonly killed: DeploymentRecord & WaitingFile
    readonly server: DeploymentRecord
  }
}

const folder = fileURLToPath(new URL('./fixtures/', import.meta.url))

/** The fixtures of all released versions, oldest first. */
export const upgradeFixtures: readonly UpgradeFixture[] = (existsSync(folder) ? readdirSync(folder) : [])
  .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  .map((version) => JSON.parse(readFileSync(join(folder, version, 'record.json'), 'utf8')) as UpgradeFixture)

/** Unpacks the contents of one member of a fixture's archive, a folder or a file, into an existing folder. */
export async function extractFixture(
  { version }: UpgradeFixture,
  member: 'stopped' | 'killed' | 'server' | 'database.sql',
  target: string,
): Promise<void> {
  // A lock must retain its age: the archive's times are preserved, owners are not.
  const options = ['--extract', '--preserve-permissions', '--no-same-owner', '--directory', target]
  const strip = member === 'database.sql' ? [] : ['--strip-components=2']
  const tar = spawn('tar', [...options, ...strip, `./${member}`], { stdio: ['pipe', 'ignore', 'inherit'] })
  const exit = once(tar, 'exit')
  const decompress = createBrotliDecompress({ params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 } })
  // tar closes its input at the end-of-archive marker, before the padding after it: its exit code indicates whether it
  // is complete.
  const fed = pipeline(createReadStream(join(folder, version, 'contents.tar.br')), decompress, tar.stdin)
  const [[code], feeding] = await Promise.all([exit, fed.catch((error: unknown) => error)])
  if (code !== 0) throw new Error(`tar ended with ${String(code)}`, { cause: feeding })
}
