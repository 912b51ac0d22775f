import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Credentials shared by the fixtures of all versions, so that one test can sign in to all of them. */
export const administrator = { username: 'administrator', password: 'upgrade test administrator' }
const owner = { email: 'owner@kamar.test', name: 'Owner', password: 'upgrade test owner' }
const commenter = { email: 'commenter@kamar.test', name: 'Commenter', password: 'upgrade test commenter' }

const pollMilliseconds = 100
const timeoutMilliseconds = 300_000
const linkPassword = 'upgrade test link'
const settings = {
  requireApproval: false,
  signUpOpen: true,
  defaultQuotaBytes: 123_456_789,
  extraExtensions: ['.dxf', '.rfa'],
}
const preferences = { theme: 'dark', language: 'es', weeklyReports: false }
const viewpoint = {
  camera: {
    kind: 'perspective',
    eye: [10, -12, 6],
    direction: [-0.6, 0.7, -0.3],
    up: [0, 0, 1],
    aspectRatio: 1.5,
    fieldOfViewDegrees: 60,
  },
  sections: [{ point: [0, 0, 1], direction: [0, 0, 1] }],
  visibility: { defaultVisible: true, exceptions: [] },
  selection: [],
  colouring: [],
}

/** API session of one account. Uses the public API only, which later versions preserve. */
class Session {
  #address
  #token

  constructor(address, token = '') {
    this.#address = address
    this.#token = token
  }

  async signIn(path, credentials) {
    const { access_token: token } = await this.send('POST', path, credentials)
    return new Session(this.#address, token)
  }

  async send(method, path, body) {
    const isForm = body instanceof FormData
    const response = await fetch(this.#address + path, {
      method,
      headers: {
        ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined || isForm ? body : JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: expected 2xx, found ${response.status} ${text}`)
    return JSON.parse(text)
  }

  get(path) {
    return this.send('GET', path)
  }

  async upload(name, content, fields = {}) {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    form.append('file', new Blob([content]), name)
    return (await this.send('POST', '/api/auth/upload', form)).file
  }

  attach(fileId, name, content) {
    const form = new FormData()
    form.append('file', new Blob([content]), name)
    return this.send('POST', `/api/auth/my-urns/${fileId}/companions`, form)
  }
}

async function waitUntil(description, condition) {
  const deadline = performance.now() + timeoutMilliseconds
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`${description}: not reached in ${timeoutMilliseconds} ms`)
    await new Promise((resolve) => setTimeout(resolve, pollMilliseconds))
  }
}

const sha256 = (content) => createHash('sha256').update(content).digest('hex')

/** Paths below the reader sources, in the checkout of the version that writes the fixture. */
const modelPaths = {
  house: 'ifc/fixtures/house.ifc',
  bridge: 'obj/fixtures/footbridge.obj',
  bridgeMaterials: 'obj/fixtures/footbridge.mtl',
  arch: 'stl/fixtures/arch.stl',
  plate: 'iges/fixtures/plate.igs',
  pavilion: 'dwg/fixtures/pavilion.dxf',
}

function readModel(checkout, key) {
  // Versions until 0.2 had the formats in the readers' package.
  const folders = ['packages/formats/src', 'packages/readers/src'].map((folder) => join(checkout, folder))
  const path = join(folders.find((folder) => existsSync(folder)) ?? checkout, modelPaths[key])
  return { name: basename(path), content: readFileSync(path) }
}

/** Uploads our own small models, the bridge in two versions and with a companion. Returns the uploads by file id. */
async function uploadModels(session, { checkout, projectId }) {
  const uploads = new Map()
  for (const key of ['house', 'arch', 'plate', 'pavilion']) {
    const { name, content } = readModel(checkout, key)
    const { id } = await session.upload(name, content, { projectId })
    uploads.set(id, { name, contents: [content] })
  }
  const { name, content } = readModel(checkout, 'bridge')
  const { id } = await session.upload(name, content, { projectId })
  const materials = readModel(checkout, 'bridgeMaterials')
  await session.attach(id, materials.name, materials.content)
  await untilTranslated(session)
  const second = Buffer.concat([content, Buffer.from('# second version\n')])
  await session.upload(name, second, { fileId: id, note: 'second version' })
  uploads.set(id, { name, contents: [content, second] })
  await untilTranslated(session)
  return uploads
}

async function untilTranslated(session) {
  await waitUntil('translation of all files', async () => {
    const files = await session.get('/api/auth/my-urns')
    const failed = files.find(({ status }) => status === 'failed')
    if (failed) throw new Error(`${failed.description}: translation failed, ${JSON.stringify(failed.failure)}`)
    return files.every(({ status }) => status === 'success')
  })
  await waitUntil('translation of the examples', async () => {
    const examples = await session.get('/api/examples')
    const states = examples.map(({ urn }) =>
      session.get(`/api/derivatives/${urn}/manifest.json`).then(
        ({ state }) => state === 'complete',
        () => false,
      ),
    )
    return examples.length > 0 && (await Promise.all(states)).every(Boolean)
  })
}

async function recordFiles(session, uploads) {
  const files = []
  for (const [id, { name, contents }] of uploads) {
    const { versions } = await session.get(`/api/auth/my-urns/${id}/versions`)
    const recorded = versions.map(async ({ number, urn, note, size }) => {
      const manifest = await session.get(`/api/derivatives/${urn}/manifest.json`)
      const { chunks, counts } = manifest
      return {
        number,
        urn,
        note,
        size,
        sha256: sha256(contents[number - 1]),
        package: { chunks: chunks.length, counts },
      }
    })
    files.push({ id, name, versions: await Promise.all(recorded) })
  }
  return files
}

async function discuss({ owner: author, commenter: replier }, fileId) {
  const base = `/api/auth/my-urns/${fileId}`
  const topic = await author.send('POST', `${base}/topics`, {
    title: 'Door is too narrow',
    description: 'Expected 0.90 m.',
    type: 'Issue',
    status: 'Open',
    priority: 'Major',
    labels: ['doors'],
    viewpoint,
  })
  await replier.send('POST', `${base}/topics/${topic.id}/comments`, { text: 'The next version has a wider door.' })
  const view = await author.send('POST', `${base}/views`, { ...viewpoint, name: 'Section at 1 m' })
  return { topic: { fileId, id: topic.id }, view: { fileId, id: view.id } }
}

async function shareAndGroup(session, { fileId, otherFileId, projectId }) {
  const form = { name: 'Client', mayDownload: true, password: linkPassword, expiresAt: null }
  const { link, secret } = await session.send('POST', `/api/auth/my-urns/${fileId}/links`, form)
  const placement = { x: 0, y: 0, z: 0, rotationDegrees: 0, pivot: [0, 0, 0] }
  const member = (id) => ({ fileId: id, placement, method: 'hand', off: false, ghosted: false })
  const set = await session.send('POST', `/api/projects/${projectId}/model-sets`, {
    name: 'House and bridge',
    members: [member(fileId), member(otherFileId)],
  })
  return { link: { id: link.id, urn: link.urn, secret, password: linkPassword }, modelSet: { id: set.id } }
}

/** Reads back the results of `discuss` and `shareAndGroup` as the version that created them returns them. */
async function recordDiscussion(session, { topic, view }) {
  const record = await session.get(`/api/auth/my-urns/${topic.fileId}/topics/${topic.id}`)
  const { title, description, status, priority, labels, discussion, viewpoints } = record
  const comments = discussion.map(({ id, author, text }) => ({ id, author: author.name, text }))
  const { name, camera, sections } = await session.get(`/api/auth/my-urns/${view.fileId}/viewpoints/${view.id}`)
  return {
    topic: { ...topic, title, description, status, priority, labels, comments, viewpoints: viewpoints.length },
    view: { ...view, name, camera, sections },
  }
}

/**
 * Fills a new deployment: settings, accounts, a shared project, files with versions and a companion, a topic with a
 * comment, a saved view, a share link and a model set. Returns a record of all of it for comparison by a later version.
 */
export async function fillDeployment(address, checkout) {
  const anonymous = new Session(address)
  const admin = await anonymous.signIn('/api/admin/login', administrator)
  await admin.send('PUT', '/api/admin/settings', settings)
  for (const account of [owner, commenter]) await anonymous.send('POST', '/api/auth/register', account)
  const sessions = {
    owner: await anonymous.signIn('/api/auth/login', { email: owner.email, password: owner.password }),
    commenter: await anonymous.signIn('/api/auth/login', { email: commenter.email, password: commenter.password }),
  }
  await sessions.owner.send('PATCH', '/api/auth/preferences', preferences)
  const { id: projectId } = await sessions.owner.send('POST', '/api/projects', { name: 'Town house' })
  await sessions.owner.send('POST', `/api/projects/${projectId}/people`, { email: commenter.email, role: 'commenter' })
  const uploads = await uploadModels(sessions.owner, { checkout, projectId })
  const files = await recordFiles(sessions.owner, uploads)
  const findFileId = (key) => files.find(({ name }) => name === basename(modelPaths[key])).id
  const discussion = await discuss(sessions, findFileId('house'))
  const shared = await shareAndGroup(sessions.owner, {
    fileId: findFileId('house'),
    otherFileId: findFileId('bridge'),
    projectId,
  })
  const retranslation = { urn: files.find(({ id }) => id === findFileId('plate')).versions[0].urn, quality: 'draft' }
  return {
    administrator,
    settings,
    accounts: [
      { ...owner, preferences, project: { id: projectId, role: 'owner' } },
      { ...commenter, preferences: {}, project: { id: projectId, role: 'commenter' } },
    ],
    files,
    ...(await recordDiscussion(sessions.owner, discussion)),
    ...shared,
    retranslation,
  }
}

/** Adds a comment and a file with a pending translation: writes acknowledged just before the server is killed. */
export async function addBeforeKill(address, checkout, record) {
  const session = await new Session(address).signIn('/api/auth/login', { email: owner.email, password: owner.password })
  const { fileId, id } = record.topic
  await session.send('POST', `/api/auth/my-urns/${fileId}/topics/${id}/comments`, { text: 'Written before the kill.' })
  const { topic } = await recordDiscussion(session, record)
  const { name, content } = readModel(checkout, 'bridge')
  // Differs from the bytes of the bridge, whose result would be reused.
  const pending = await session.upload(`pending-${name}`, Buffer.concat([content, Buffer.from('# pending\n')]))
  return { ...record, topic, pending: { id: pending.id, urn: pending.urn } }
}
