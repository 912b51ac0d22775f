import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { filesBelow, readText } from './source-files.js'

interface Field {
  readonly type: string
  readonly id?: string
  readonly attributes: { readonly label?: string; readonly value?: string; readonly options?: readonly unknown[] }
}
interface IssueForm {
  readonly name: string
  readonly description: string
  readonly body: readonly Field[]
}

const forms = filesBelow('.github/ISSUE_TEMPLATE', ['.yml']).filter((path) => !path.endsWith('config.yml'))

/** Returns why GitHub rejects a field: a missing label, or an option that YAML reads as a boolean. */
function findFieldError({ type, id, attributes }: Field): string | null {
  if (type === 'markdown') return attributes.value ? null : 'markdown without a text'
  if (!['checkboxes', 'dropdown', 'input', 'textarea'].includes(type)) return `unknown type ${type}`
  if (!id || !attributes.label) return `${type} without an id or a label`
  const options = attributes.options ?? []
  if ((type === 'dropdown' || type === 'checkboxes') && options.length === 0) return `${id} has no options`
  const labels = options.map((option) => (type === 'dropdown' ? option : (option as { label?: unknown }).label))
  return labels.every((label) => typeof label === 'string') ? null : `${id} has an option that is no text`
}

describe('issue forms', () => {
  it('exist for bugs, features and files that do not open', () => {
    const names = forms.map((path) => path.split('/').at(-1))
    expect(names).toEqual(['bug-report.yml', 'feature-request.yml', 'file-does-not-open.yml'])
  })

  it.each(forms)('have valid fields and unique ids: %s', (path) => {
    const { body, description, name } = parse(readText(path)) as IssueForm
    expect(name && description).toBeTruthy()
    expect(body.flatMap((field) => findFieldError(field) ?? [])).toEqual([])
    const ids = body.flatMap(({ id }) => id ?? [])
    expect(new Set(ids).size).toBe(ids.length)
  })
})
