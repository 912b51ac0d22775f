import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../lib/run.mjs'
import { arcadeDrawingFile } from '../arcade-drawing.mjs'

/** Account of a colleague for sharing, who comments on the models. */
export const colleague = { email: 'boris@example.com', name: 'Boris Petrosyan', password: 'basalt column 7' }

/**
 * Returns the house a week later: the chimney moved and has a different id, the sofa moved, walls have a higher fire
 * resistance.
 */
function rebuiltHouse() {
  const edits = [
    ['18HlGKXJyIDvk$Z1QQ2FY7', '28HlGKXJyIDvk$Z1QQ2FY7'],
    ['((7500.,5300.))', '((3500.,5300.))'],
    ['((8100.,5300.))', '((4100.,5300.))'],
    ['((8100.,5900.))', '((4100.,5900.))'],
    ['((7500.,5900.))', '((3500.,5900.))'],
    ['((6700.,3800.,0.))', '((6200.,3800.,0.))'],
    ["'REI 120'", "'REI 180'"],
  ]
  const house = readFileSync(join(root, 'packages/formats/src/ifc/fixtures/house.ifc'), 'utf8')
  return Buffer.from(edits.reduce((text, [from, to]) => text.replace(from, to), house))
}

async function call(address, path, { token, ...init }) {
  const type = typeof init.body === 'string' ? { 'content-type': 'application/json' } : {}
  const response = await fetch(address + path, { ...init, headers: { authorization: `Bearer ${token}`, ...type } })
  if (!response.ok) throw new RangeError(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

async function uploadVersion({ address, token, findFile }, name, { content, note }) {
  const body = new FormData()
  body.append('fileId', findFile(name).id)
  body.append('note', note)
  body.append('file', new Blob([content]), name)
  await call(address, '/api/auth/upload', { token, method: 'POST', body })
  const path = `/api/auth/my-urns/${findFile(name).id}/versions`
  for (;;) {
    const { versions } = await call(address, path, { token })
    if (versions.every(({ status }) => status === 'success')) return
    if (versions.some(({ status }) => status === 'failed')) throw new RangeError(`a version of ${name} failed`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const issues = [
  { title: 'Handrail of the tower is missing', type: 'Issue', priority: 'Major', dueDate: '2026-12-01' },
  { title: 'Check the fire rating of the shop fronts', type: 'Request', priority: 'Normal', labels: ['fire'] },
  { title: 'Roof deck: fall towards the outlet', type: 'Remark', priority: 'Minor' },
]

/** Prepares further content for the guide's screenshots: second versions, a colleague, issues. */
export async function prepareGuide(stage) {
  const { address, token, findFile } = stage
  const post = (path, data, as = token) =>
    call(address, path, { token: as, method: 'POST', body: JSON.stringify(data) })
  await post('/api/auth/register', colleague)
  const house = findFile('Arcade House.ifc')
  const { email, password } = colleague
  const { invitationCode: code } = await post(`/api/auth/my-urns/${house.id}/people`, { email, role: 'editor' })
  const { access_token: colleagueToken } = await post('/api/auth/login', { email, password })
  await post('/api/invitations/accept', { code }, colleagueToken)
  for (const issue of issues) await post(`/api/auth/my-urns/${house.id}/topics`, issue)
  await uploadVersion(stage, 'House in Dilijan.ifc', {
    content: rebuiltHouse(),
    note: 'Chimney moved, fire rating of walls',
  })
  const drawing = arcadeDrawingFile({ isRevised: true })
  await uploadVersion(stage, 'Arcade House, ground floor.dwg', { content: drawing, note: 'Revision B' })
}
