import type { FileArchiveForm } from '@kamar/contracts'
import { api } from '../../../platform/api/api.js'
import { accessToken } from '../../../platform/api/access-token.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'

const archivePath = '/api/auth/my-urns/archive'

/**
 * Downloads originals as one ZIP archive. Checks for errors first; then the browser itself submits a form and writes
 * the response to disk as it arrives, so that gigabytes need no memory of the page.
 */
export async function downloadArchive(form: FileArchiveForm): Promise<void> {
  try {
    const { ids } = await api.call('planFileArchive', { body: form })
    submitForm(archivePath, { ids: ids.join(','), access_token: accessToken.read() ?? '' })
  } catch (error) {
    notify(errorMessage(error), { tone: 'problem' })
  }
}

function submitForm(action: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  form.hidden = true
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
  form.remove()
}
