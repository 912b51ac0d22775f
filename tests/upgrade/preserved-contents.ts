import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { decodeChunk, decoderReady, decodeTree } from '@kamar/package-format/read'
import { expect, it } from 'vitest'
import type { DeploymentRecord, WaitingFile } from './fixtures.js'
import { Session, signIn, signInAdministrator } from './session.js'

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Signs in the first account of a record, which owns all of its contents. */
const signInOwner = (address: string, { accounts: [owner] }: DeploymentRecord): Promise<Session> =>
  signIn(address, owner)

/**
 * Reads every file of a view package; decodes the tree and all chunks. `damaged` lists files whose hash does not match.
 */
async function readPackage(session: Session, urn: string) {
  await decoderReady
  const { chunks, counts, files, state } = await session.getManifest(urn)
  const contents = new Map<string, Uint8Array>()
  const damaged: string[] = []
  for (const { path, sha256: expectedSha256, encoding } of files) {
    const stored = await session.getBytes(`/api/derivatives/${urn}/${path}`)
    if (sha256(stored) !== expectedSha256) damaged.push(path)
    contents.set(path, encoding === 'br' ? brotliDecompressSync(stored) : stored)
  }
  const getContent = (path: string): Uint8Array => contents.get(path) ?? new Uint8Array()
  const tree = decodeTree(getContent('tree.bin'))
  const geometries = chunks.map(({ path }) => decodeChunk(getContent(path)).geometries.count)
  return { state, counts, damaged, tree, geometries, statedGeometries: chunks.map(({ geometries }) => geometries) }
}

/** Declares the tests of contents that an upgrade must preserve, and one of a new translation. */
export function itPreservesContents(getAddress: () => string, record: DeploymentRecord): void {
  itPreservesAccounts(getAddress, record)
  itPreservesFiles(getAddress, record)
  itPreservesDiscussions(getAddress, record)
}

function itPreservesAccounts(getAddress: () => string, record: DeploymentRecord): void {
  it('signs in every account and keeps its preferences and its project', async () => {
    for (const account of record.accounts) {
      const { client } = await signIn(getAddress(), account)
      const { name, preferences } = await client.call('me')
      expect({ name, preferences }).toMatchObject({ name: account.name, preferences: account.preferences })
      expect(await client.call('listProjects')).toContainEqual(expect.objectContaining(account.project))
    }
  })

  it('keeps the settings and the audit trail', async () => {
    const { client } = await signInAdministrator(getAddress(), record.administrator)
    // Settings that a later version added are not part of the record.
    expect(await client.call('deploymentSettings')).toMatchObject(record.settings)
    expect(await client.call('verifyAudit')).toMatchObject({ whole: true })
  })
}

function itPreservesFiles(getAddress: () => string, record: DeploymentRecord): void {
  it('keeps every version of every file byte by byte', async () => {
    const session = await signInOwner(getAddress(), record)
    for (const { id, versions } of record.files) {
      const match = await session.client.call('listVersions', { parameters: { id } })
      for (const { number, urn, note, size, sha256: expected } of versions) {
        expect(match.versions).toContainEqual(expect.objectContaining({ number, urn, note, size, status: 'success' }))
        const bytes = await session.getBytes(`/api/auth/my-urns/${id}/original?version=${number}`)
        expect([id, number, sha256(bytes)]).toEqual([id, number, expected])
      }
      expect(match.versions).toHaveLength(versions.length)
    }
  })

  it('serves every view package complete', async () => {
    const session = await signInOwner(getAddress(), record)
    for (const { urn, package: expected } of record.files.flatMap(({ versions }) => versions)) {
      const { counts, damaged, geometries, state, statedGeometries, tree } = await readPackage(session, urn)
      expect({ state, damaged, counts }).toEqual({ state: 'complete', damaged: [], counts: expected.counts })
      expect(tree).toBeDefined()
      expect(geometries).toHaveLength(expected.chunks)
      expect(geometries).toEqual(statedGeometries)
    }
  })

  it('translates a file again in another quality', async () => {
    const { client } = await signInOwner(getAddress(), record)
    const { urn, quality } = record.retranslation
    await client.call('translateAgain', { parameters: { urn }, body: { quality } })
    await expect
      .poll(async () => (await client.call('listResults', { parameters: { urn } })).results[0])
      .toMatchObject({ quality, isShown: true, status: 'success' })
  })
}

function itPreservesDiscussions(getAddress: () => string, record: DeploymentRecord): void {
  it('keeps topics with their comments, saved views and model sets', async () => {
    const { client } = await signInOwner(getAddress(), record)
    const { fileId, id, comments, viewpoints, ...fields } = record.topic
    const topic = await client.call('getTopic', { parameters: { id: fileId, topicId: id } })
    expect(topic).toMatchObject(fields)
    expect(topic.viewpoints).toHaveLength(viewpoints)
    expect(topic.discussion.map(({ id, author, text }) => ({ id, author: author.name, text }))).toEqual(comments)
    const { fileId: viewed, ...view } = record.view
    expect(await client.call('getViewpoint', { parameters: { id: viewed, viewpointId: view.id } })).toMatchObject(view)
    expect(await client.call('listModelSets')).toContainEqual(
      expect.objectContaining({ ...record.modelSet, models: 2 }),
    )
  })

  it('opens the share link', async () => {
    const { secret, password, urn } = record.link
    const guestSession = await new Session(getAddress()).client.call('openShareLink', { body: { secret, password } })
    expect(guestSession.urn).toBe(urn)
    const guest = new Session(getAddress(), guestSession.token.access_token)
    expect((await guest.getManifest(urn)).state).toBe('complete')
    const version = record.files.flatMap(({ versions }) => versions).find((candidate) => candidate.urn === urn)
    expect(sha256(await guest.getBytes('/api/share-links/original'))).toBe(version?.sha256)
  })
}

/** Declares the test that a file is translated whose upload was acknowledged just before the server was killed. */
export function itTranslatesWaitingFile(getAddress: () => string, record: DeploymentRecord & WaitingFile): void {
  it('translates the file that was waiting', async () => {
    const session = await signInOwner(getAddress(), record)
    const { id, urn } = record.pending
    await expect.poll(async () => (await session.client.call('getFile', { parameters: { id } })).status).toBe('success')
    expect((await session.getManifest(urn)).state).toBe('complete')
  })
}
