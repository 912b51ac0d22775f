import { arcadeHouseFile } from '../../media/arcade-house.mjs'
import { signInAdministrator } from './administrator-sign-in.mjs'

const name = 'Arcade House.ifc'

/** Uploads the sample model over the API, unless the administrator has files; returns whether it did. */
export async function seedSampleModel(target, administrator) {
  const { token } = await signInAdministrator(target, administrator)
  const headers = { authorization: `Bearer ${token}` }
  const files = await call(`${target}/api/auth/my-urns`, { headers })
  if (files.length > 0) return false
  const body = new FormData()
  body.append('file', new Blob([arcadeHouseFile()]), name)
  await call(`${target}/api/auth/upload`, { method: 'POST', headers, body })
  return true
}

async function call(address, init) {
  const response = await fetch(address, init)
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
