import { randomUUID } from 'node:crypto'
import { createTemporaryFolder, removeFolder } from '@kamar/test-kit'
import { openDatabase } from '@kamar/database'
import { openObjectStores } from '@kamar/storage'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Fleet, findFleetServices, type Member, startFleet } from './support/fleet.js'
import { FleetUser, createModel } from './support/fleet-user.js'
import { workerCredentials } from './support/object-store.js'

const waitOptions = { timeout: 120_000, interval: 250 }
const uploads = Number(process.env['KAMAR_TEST_FLEET_UPLOADS'] ?? 12)
/** Kills per process. */
const iterations = Number(process.env['KAMAR_TEST_FLEET_ROUNDS'] ?? 1)

if (findFleetServices() === null)
  process.stdout.write('fleet: not tested, PostgreSQL or an S3 server cannot be installed here\n')

describe.skipIf(findFleetServices() === null)('two servers and three workers', () => {
  let fleet: Fleet
  let user: FleetUser
  let members: readonly Member[]
  beforeAll(async () => {
    fleet = await startFleet({ servers: 2, workers: 3 })
    members = [...fleet.servers, ...fleet.workers]
    user = new FleetUser(fleet.servers.map(({ address }) => address))
    await user.signUp()
  })
  afterAll(() => fleet?.dispose())

  const serverAddress = (index: number): string => fleet.servers[index]?.address ?? ''

  it('continue an upload that another server began and share events', async () => {
    const content = Buffer.from(createModel(1000))
    const tus = { ...user.headers, 'tus-resumable': '1.0.0' }
    const events = listen(serverAddress(0), user.headers)
    const begun = await fetch(`${serverAddress(0)}/api/uploads`, {
      method: 'POST',
      headers: {
        ...tus,
        'upload-length': String(content.length),
        'upload-metadata': `filename ${Buffer.from('shared.stl').toString('base64')}`,
      },
    })
    const path = begun.headers.get('location') ?? ''
    const patch = (server: number, offset: number, bytes: Buffer): Promise<Response> =>
      fetch(`${serverAddress(server)}${path}`, {
        method: 'PATCH',
        headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body: new Uint8Array(bytes),
      })
    expect((await patch(0, 0, content.subarray(0, 700))).status).toBe(204)
    const offsetResponse = await fetch(`${serverAddress(1)}${path}`, { method: 'HEAD', headers: tus })
    expect(offsetResponse.headers.get('upload-offset')).toBe('700')
    expect((await patch(1, 0, content.subarray(0, 100))).status).toBe(409)
    expect((await patch(1, 700, content.subarray(700))).status).toBe(204)
    // The server that sends these events performed only the start of the upload.
    await vi.waitFor(() => expect(events.text()).toContain('shared.stl'), waitOptions)
    events.stop()
  })

  it('lose nothing while each of them is killed in turn under load', async () => {
    const names = Array.from({ length: uploads }, (_, index) => `model-${index}.stl`)
    const waiting = [...names.entries()]
    let acknowledged = 0
    const upload = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await user.upload(next[1], createModel(next[0]))
        acknowledged++
      }
    }
    const killing = (async () => {
      const membersToKill = Array.from({ length: iterations }, () => members).flat()
      for (const [index, member] of membersToKill.entries()) {
        const share = Math.floor((uploads * index) / membersToKill.length)
        await vi.waitFor(() => expect(acknowledged).toBeGreaterThanOrEqual(share), waitOptions)
        await member.kill()
        await member.start()
      }
    })()
    await Promise.all([upload(), upload(), upload(), killing])
    await vi.waitFor(async () => {
      const files = await user.files()
      expect(files.filter(({ status }) => status !== 'success').map(({ status }) => status)).toEqual([])
    }, waitOptions)
    const files = await user.files()
    const uploadedNames = files.map(({ description }) => description).filter((name) => names.includes(name))
    expect(uploadedNames.toSorted()).toEqual(names.toSorted())
    await expectComplete(fleet)
  })

  it('C14 use a worker key that reads originals and writes packages, but cannot delete or replace originals', async () => {
    const folder = await createTemporaryFolder()
    const connection = await openDatabase({ url: fleet.databaseUrl })
    const stores = await openObjectStores({ ...fleet.objects, credentials: workerCredentials }, folder)
    try {
      const { sha256 } = await connection.database.selectFrom('blob').select('sha256').executeTakeFirstOrThrow()
      const { blobs, client, derivatives } = stores
      expect(await blobs.verify(sha256)).toBe('whole')
      const address = { translationId: randomUUID(), path: 'scene/000.bin' }
      await derivatives.write(address, Buffer.from('x'))
      const broken = async function* (): AsyncIterable<Uint8Array> {
        yield Buffer.alloc(20 * 1024 ** 2)
        throw new Error('the reader died')
      }
      await expect(derivatives.write({ ...address, path: 'scene/001.bin' }, broken())).rejects.toThrow('died')
      await expect(derivatives.remove(address)).rejects.toThrow('storage-damaged')
      await expect(blobs.remove(sha256)).rejects.toThrow('storage-damaged')
      await expect(client.put(`blobs/${sha256.slice(0, 2)}/${sha256}`, Buffer.from('x'))).rejects.toThrow(
        'storage-damaged',
      )
      await expect(client.put('storage-mark', Buffer.from('x'))).rejects.toThrow('storage-damaged')
      expect(await blobs.verify(sha256)).toBe('whole')
      expect(await derivatives.read(address)).toEqual(Buffer.from('x'))
    } finally {
      stores.client.close()
      await connection.close()
      await removeFolder(folder)
    }
  })

  it('L11 use workers that know no server secret and connect as a database role that reads no account', async () => {
    expect(Object.keys(fleet.workerSettings)).not.toContain('KAMAR_SECRET')
    const connection = await openDatabase({ url: fleet.databaseUrl })
    try {
      const { rows } = await connection.pool.query<{ name: string; can: boolean }>(
        `select usename as name, bool_or(has_any_column_privilege(usename, 'account', 'select')) as can
        from pg_stat_activity where datname = current_database() and application_name like 'kamar%' group by usename`,
      )
      const owner = new URL(fleet.databaseUrl).username
      expect(rows.toSorted((a, b) => a.name.length - b.name.length)).toEqual([
        { name: owner, can: true },
        { name: new URL(fleet.workerSettings['DATABASE_URL'] ?? '').username, can: false },
      ])
    } finally {
      await connection.close()
    }
  })

  it('report readiness and metrics', async () => {
    const worker = fleet.workers[0]?.address ?? ''
    await vi.waitFor(async () => expect((await fetch(`${worker}/ready`)).status).toBe(200), waitOptions)
    const text = await (await fetch(`${worker}/metrics`)).text()
    expect(text).toMatch(/^kamar_queue_waiting\{role="worker"\} 0$/m)
    expect(text).toMatch(/^kamar_process_cpu_seconds_total/m)
    expect((await fetch(`${worker}/`)).status).toBe(404)
  })
})

/** Asserts that the bytes of every row are complete in the bucket. */
async function expectComplete({ databaseUrl, objects }: Fleet): Promise<void> {
  const folder = await createTemporaryFolder()
  const connection = await openDatabase({ url: databaseUrl })
  const stores = await openObjectStores(objects, folder)
  try {
    const { database } = connection
    for (const { sha256 } of await database.selectFrom('blob').select('sha256').execute())
      expect(await stores.blobs.verify(sha256)).toBe('whole')
    const rows = await database.selectFrom('derivative').select(['translation_id', 'path', 'size_bytes']).execute()
    expect(rows.length).toBeGreaterThan(0)
    for (const translationId of new Set(rows.map((row) => row.translation_id))) {
      const stored = await stores.derivatives.list(translationId)
      const listed = rows.filter((row) => row.translation_id === translationId)
      expect(stored).toEqual(
        expect.arrayContaining(listed.map(({ path, size_bytes: sizeBytes }) => ({ path, sizeBytes }))),
      )
    }
    const { used } = await database
      .selectFrom('account')
      .select('used_bytes as used')
      .where('email', '=', 'builder@kamar.test')
      .executeTakeFirstOrThrow()
    const sizes = await database
      .selectFrom('file_version')
      .innerJoin('account', 'account.id', 'file_version.uploaded_by')
      .select('size_bytes')
      .where('account.email', '=', 'builder@kamar.test')
      .execute()
    expect(used).toBe(sizes.reduce((sum, { size_bytes: bytes }) => sum + bytes, 0))
  } finally {
    stores.client.close()
    await connection.close()
    await removeFolder(folder)
  }
}

/** Collects all events that a server sends to an open page. */
function listen(address: string, headers: Record<string, string>): { text(): string; stop(): void } {
  const stopping = new AbortController()
  let text = ''
  void (async () => {
    const response = await fetch(`${address}/api/auth/events`, { headers, signal: stopping.signal })
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
  })().catch(() => undefined)
  return { text: () => text, stop: () => stopping.abort() }
}
