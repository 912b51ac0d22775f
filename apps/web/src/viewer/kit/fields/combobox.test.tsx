import { screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { Combobox } from './combobox.js'
import type { ComboboxOption } from './combobox-props.js'
import { findFields } from './find-fields.js'
import type { FieldChoice } from './use-fields.js'

const all: readonly ComboboxOption[] = Array.from({ length: 12 }, (_, at) => ({ id: `${at}`, label: `Value ${at}` }))
const onKey = vi.fn()

beforeEach(() => {
  layOut(desktop)
  onKey.mockReset()
})
afterEach(cleanUpPage)

async function show({ options = all }: { readonly options?: readonly ComboboxOption[] } = {}) {
  function Part() {
    const [text, setText] = useState('')
    const [query, setQuery] = useState('')
    const matches = options.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()))
    return (
      <div role="toolbar" tabIndex={-1} onKeyDown={(event) => onKey(event.key)}>
        <Combobox
          label="Value"
          placeholder=""
          unmatchedNote="Unknown"
          options={matches}
          text={text}
          onQuery={setQuery}
          onChoose={({ label }) => setText(label)}
          onText={setText}
        />
      </div>
    )
  }
  const part = await renderPart(<Part />)
  const field: HTMLInputElement = screen.getByRole('combobox', { name: 'Value' })
  return { ...part, field }
}
/** Returns the label of the option that the keyboard is on, as a screen reader announces it. */
function getActive(field: HTMLElement): string | null | undefined {
  const id = field.getAttribute('aria-activedescendant')
  return id === null ? null : document.getElementById(id)?.getAttribute('aria-label')
}

describe('Combobox', () => {
  test('opens on an arrow key and goes round from the last option to the first', async () => {
    const { user, field } = await show()
    field.focus()
    await user.keyboard('{ArrowDown}')
    expect(field.getAttribute('aria-expanded')).toBe('true')
    expect(getActive(field)).toBeNull()
    await user.keyboard('{ArrowUp}')
    expect(getActive(field)).toBe('Value 11')
    await user.keyboard('{ArrowDown}')
    expect(getActive(field)).toBe('Value 0')
  })

  test('stops at the ends with the Page keys', async () => {
    const { user, field } = await show()
    await user.click(field)
    await user.keyboard('{ArrowDown}{PageDown}')
    expect(getActive(field)).toBe('Value 8')
    await user.keyboard('{PageDown}')
    expect(getActive(field)).toBe('Value 11')
    await user.keyboard('{PageUp}{PageUp}{PageUp}')
    expect(getActive(field)).toBe('Value 0')
  })

  test('announces the position of an option among all of them, with its note and its number of elements', async () => {
    const options = [{ id: 'a', label: 'IfcDoor', note: 'Door', group: 'Classes', count: 3 }, ...all]
    const { user, field } = await show({ options })
    await user.click(field)
    const first = screen.getByRole('option', { name: 'IfcDoor, Door, Classes, 3 elements' })
    expect(first.getAttribute('aria-posinset')).toBe('1')
    expect(first.getAttribute('aria-setsize')).toBe('13')
  })

  test('selects the option whose name was typed in another case, when the field is left', async () => {
    const { user, field } = await show()
    await user.type(field, 'value 7')
    await user.tab()
    expect(field.value).toBe('Value 7')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  test('takes a typed text by its own entry after the options', async () => {
    const { user, field } = await show()
    await user.type(field, 'Value 1')
    await user.keyboard('{ArrowUp}')
    expect(getActive(field)).toBe('Value 11')
    await user.type(field, '2')
    await user.keyboard('{Enter}')
    expect(field.value).toBe('Value 12')
  })

  test('closes with Escape first and leaves the second Escape to the panel around it', async () => {
    const { user, field } = await show()
    await user.click(field)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(onKey).not.toHaveBeenCalled()
    await user.keyboard('{Escape}')
    expect(onKey.mock.calls).toEqual([['Escape']])
  })

  test('takes nothing on Enter without a typed text or an active option', async () => {
    const { user, field } = await show()
    await user.type(field, 'Value 3{Enter}')
    await user.keyboard('{ArrowDown}{Enter}')
    expect(field.value).toBe('Value 3')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  test('has the focus again after an option was clicked', async () => {
    const { user, field } = await show()
    await user.click(field)
    await user.click(screen.getByRole('option', { name: 'Value 5' }))
    expect(field.value).toBe('Value 5')
    expect(document.activeElement).toBe(field)
  })
})

describe('search for a property', () => {
  const choice = (group: string, name: string): FieldChoice => ({
    field: { set: group, property: name },
    label: `${group}: ${name}`,
    name,
    group,
    kind: 'text',
  })
  const fields = [
    choice('Size', 'Fire load'),
    choice('Size', 'Area'),
    choice('Safety', 'Load'),
    choice('Other', 'Workload'),
  ]
  const find = (query: string) => findFields(fields, query).map(({ label }) => label)

  test('puts the group with the best match first and does not divide groups', () => {
    expect(find('load')).toEqual(['Safety: Load', 'Size: Fire load', 'Other: Workload'])
    expect(find('fireLOAD')).toEqual(['Size: Fire load'])
  })

  test('matches words of the set and of the name in any order', () => {
    expect(find('area size')).toEqual(['Size: Area'])
    expect(find('size')).toEqual(['Size: Fire load', 'Size: Area'])
    expect(find('area safety')).toEqual([])
    expect(find('  ')).toHaveLength(fields.length)
  })
})
