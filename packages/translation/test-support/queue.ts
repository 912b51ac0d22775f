import { createHash, randomUUID } from 'node:crypto'
import { newId, openDatabase, type Database, type OpenDatabase } from '@kamar/database'
import { waitUntil } from '@kamar/test-kit'
import type { Manifest } from '@kamar/package-format'
import type { Kysely } from 'kysely'
import pg from 'pg'
import {
  createTranslationEvents,
  type TranslationContext,
  type TranslationEvent,
} from '../src/events/translation-events.js'
import { enqueueTranslation, type TranslationRequest, type TranslationTicket } from '../src/jobs/enqueue.js'
import { isFinal } from '../src/jobs/state-machine.js'

/** A database for the queue. */
export interface QueueAdapter {
  readonly name: string
  open(): Promise<{ connection: OpenDatabase; discard: () => Promise<void> }>
}

const serverUrl = process.env['KAMAR_TEST_DATABASE_URL']

async function openOnServer() {
  const name = `kamar_test_${newId().replaceAll('-', '')}`
  const admin = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await admin(`create database ${name}`)
  const url = new URL(serverUrl ?? '')
  url.pathname = `/${name}`
  return { connection: await openDatabase({ url: url.href }), discard: () => admin(`drop database ${name}`) }
}

/** The embedded adapter, or the server's if one is configured. */
export const queueAdapters: readonly QueueAdapter[] = serverUrl
  ? [{ name: 'PostgreSQL server', open: openOnServer }]
  : [{ name: 'embedded', open: async () => ({ connection: await openDatabase({}), discard: () => Promise.resolve() }) }]
if (!serverUrl)
  process.stdout.write('translation: the queue on a server is not tested here, `npm run test:fleet` does\n')

/** Computes a content address from a text. */
export const computeAddress = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Creates a context that records its events. */
export function recordingContext(
  database: Kysely<Database>,
): TranslationContext & { receivedEvents: TranslationEvent[] } {
  const events = createTranslationEvents()
  const receivedEvents: TranslationEvent[] = []
  events.subscribe((event) => receivedEvents.push(event))
  return { database, events, receivedEvents }
}

/** Waits for the last event of a translation: polling its row would keep a core busy. */
export async function waitForEnd(
  { receivedEvents }: { readonly receivedEvents: readonly TranslationEvent[] },
  id: string,
): Promise<void> {
  const hasEnded = (): boolean => {
    const last = receivedEvents.findLast(({ translationId }) => translationId === id)
    return last !== undefined && isFinal(last.state)
  }
  await waitUntil(hasEnded, { description: 'the end of the translation' })
}

/** Inserts an account. */
export async function insertAccount(database: Kysely<Database>): Promise<string> {
  const id = newId()
  const email = `${randomUUID()}@example.org`
  await database.insertInto('account').values({ id, email, name: 'Somebody', quota_bytes: 0 }).execute()
  return id
}

/** Enqueues new content, or that of `content`. */
export async function enqueue(
  database: Kysely<Database>,
  options: Partial<TranslationRequest> & { readonly content?: string } = {},
): Promise<TranslationTicket> {
  const { content = randomUUID(), ...request } = options
  const blobSha256 = request.blobSha256 ?? computeAddress(content)
  await database
    .insertInto('blob')
    .values({ sha256: blobSha256, size_bytes: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return enqueueTranslation(database, {
    blobSha256,
    sourceBytes: 1,
    fileName: 'Villa of the Petrosyans.stl',
    formatId: 'stl',
    ...request,
  })
}

/** Returns a manifest like a writer's, for rows that never reach a viewer. */
export function someManifest(state: Manifest['state'], paths: readonly string[] = []): Manifest {
  const chunk = { size: 1, sha256: computeAddress('x'), geometries: 1, instances: 1, triangles: 1 }
  return {
    format: 'kamar-view-package',
    version: 1,
    state,
    writer: 'test',
    source: { bytes: 1, formatId: 'stl', reader: 'stl' },
    unit: { name: 'metre', metres: 1 },
    origin: [0, 0, 0],
    georeference: null,
    bounds: null,
    counts: {
      nodes: 1,
      meshes: 1,
      instances: 1,
      triangles: 1,
      placedTriangles: 1,
      lines: 0,
      sheets: 0,
      materials: 0,
    },
    report: { status: 'complete', counts: {}, skipped: [], findings: [], missingCompanions: [] },
    chunks: paths.map((path) => ({ path, ...chunk })),
    files: paths.map((path) => ({ path, size: 1, sha256: chunk.sha256, encoding: 'br' as const })),
  }
}

/** Returns the files of a manifest as the store would report them. */
export const toFiles = (manifest: Manifest) =>
  manifest.files.map(({ path, size, sha256, encoding }) => ({ path, sizeBytes: size, sha256, encoding }))
