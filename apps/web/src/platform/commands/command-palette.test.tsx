import { screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { renderPart } from '../../testing/render-app.js'
import { CommandPalette } from './command-palette.js'
import { useCommandKeys, useCommands } from './commands.js'
import { findPaletteItems } from './palette-items.js'
import { findCommands, noteCommand, recentCommands } from './found-commands.js'

afterEach(async () => {
  await cleanUpPage()
  localStorage.clear()
})

const done = vi.fn<(name: string) => void>()
beforeEach(() => done.mockClear())

function Page() {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  useCommands({
    palette: { run: () => setOpen(true) },
    fit: { run: () => done('fit') },
    measure: { run: () => done('measure') },
    hide: { run: () => done('hide'), unavailableReason: 'selection' },
    zoomIn: { run: () => done('zoom in') },
  })
  useCommandKeys({ canvas: () => document.querySelector('[data-picture]') })
  const wall = { id: 'w', name: 'Wall 7', note: 'IfcWall', group: 'elements', run: () => done('wall 7') } as const
  const sheet = {
    id: 's',
    name: 'Open sheet: Ground',
    note: 'Page',
    group: 'places',
    run: () => done('ground'),
  } as const
  const elements = typed === 'wall' || typed === 'ground' ? [{ item: wall, score: 0.5 }] : []
  const items = [...findPaletteItems(typed, [sheet]), ...elements]
  return (
    <>
      <button type="button">Outside</button>
      <button type="button" data-picture>
        Picture
      </button>
      <input aria-label="Field" />
      {isOpen ? <CommandPalette {...{ typed, items }} onTyped={setTyped} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const options = () => screen.getAllByRole('option').map((option) => option.textContent)

test('CommandPalette lists available commands with their keys and runs the chosen one', async () => {
  const { user } = await renderPart(<Page />)
  await user.keyboard('{Control>}k{/Control}')
  expect(options()).toContain('MeasureM')
  expect(options().some((text) => text?.startsWith('Section'))).toBe(false)
  await user.keyboard('mea{Enter}')
  await expect.poll(() => done).toHaveBeenCalledWith('measure')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.keyboard('{Control>}k{/Control}')
  expect(options()[0]).toBe('MeasureM')
})

test('CommandPalette explains why a command is unavailable, and runs the action of a found element', async () => {
  const { user } = await renderPart(<Page />)
  await user.keyboard('{Control>}k{/Control}hide')
  expect(options()[0]).toBe('HideNothing is selected')
  await user.keyboard('{Enter}')
  expect(screen.getByRole('dialog')).toBeTruthy()
  await user.clear(screen.getByRole('combobox'))
  await user.keyboard('wall{Enter}')
  await expect.poll(() => done.mock.calls).toEqual([['wall 7']])
})

test('CommandPalette finds sheets and elements by name under separate headings', async () => {
  const { user } = await renderPart(<Page />)
  await user.keyboard('{Control>}k{/Control}')
  expect(options().some((text) => text?.startsWith('Open sheet'))).toBe(false)
  await user.keyboard('ground')
  expect(options()).toEqual(['Open sheet: GroundPage', 'Wall 7IfcWall'])
  const headings = ['Sheets and extensions', 'Elements'].map((name) => screen.getByText(name))
  expect(headings[0]?.compareDocumentPosition(headings[1] as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await user.keyboard('{Enter}')
  await expect.poll(() => done.mock.calls).toEqual([['ground']])
})

test('command keys are ignored in text fields, and canvas keys outside the canvas', async () => {
  const { user } = await renderPart(<Page />)
  await user.click(screen.getByLabelText('Field'))
  await user.keyboard('f')
  await user.click(screen.getByText('Outside'))
  await user.keyboard('+')
  expect(done).not.toHaveBeenCalled()
  await user.keyboard('f')
  await user.click(screen.getByText('Picture'))
  await user.keyboard('+')
  expect(done.mock.calls).toEqual([['fit'], ['zoom in']])
})

test('CommandPalette wraps arrow keys, clamps page keys and sets aria-activedescendant', async () => {
  const { user } = await renderPart(<Page />)
  await user.keyboard('{Control>}k{/Control}')
  const field = screen.getByRole('combobox')
  const getActiveIndex = (): number =>
    screen.getAllByRole('option').findIndex((one) => one.getAttribute('aria-selected') === 'true')
  const last = options().length - 1
  const indexes: number[] = []
  for (const key of ['ArrowUp', 'ArrowDown', 'PageDown', 'PageDown', 'PageUp']) {
    await user.keyboard(`{${key}}`)
    indexes.push(getActiveIndex())
    expect(field.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[getActiveIndex()]?.id)
  }
  expect(indexes).toEqual([last, 0, last, last, 0])
})

test('CommandPalette shows a message without results and ignores Enter', async () => {
  const { user } = await renderPart(<Page />)
  await user.keyboard('{Control>}k{/Control}qqqq{Enter}{ArrowDown}{Enter}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(screen.getByRole('combobox').getAttribute('aria-expanded')).toBe('false')
  expect(screen.getByRole('status').textContent).toMatch(/^(0|No) /)
  expect(done).not.toHaveBeenCalled()
})

test('CommandPalette runs a clicked command unless it is unavailable', async () => {
  const { user } = await renderPart(<Page />)
  await user.keyboard('{Control>}k{/Control}')
  expect(screen.queryByRole('option', { name: /^Hide/ })).toBeNull()
  await user.keyboard('hide')
  await user.click(screen.getByRole('option', { name: /^Hide/ }))
  expect(screen.getByRole('dialog')).toBeTruthy()
  await user.clear(screen.getByRole('combobox'))
  await user.click(screen.getByRole('option', { name: /^Fit/ }))
  await expect.poll(() => done.mock.calls).toEqual([['fit']])
  expect(recentCommands()).toEqual(['fit'])
})

test('command search ranks available commands first and ignores corrupt recent entries', async () => {
  localStorage.setItem('recentCommands', '{"fit":1}')
  expect(recentCommands()).toEqual([])
  localStorage.setItem('recentCommands', '[1,"measure",null]')
  expect(recentCommands()).toEqual(['measure'])
  for (const id of ['fit', 'hide', 'fit'] as const) noteCommand(id)
  expect(recentCommands()).toEqual(['fit', 'hide', 'measure'])
  await renderPart(<Page />)
  const names = (id: string) => ({ names: [`go ${id}`], synonyms: [] })
  const ids = findCommands('go', names).map(({ id }) => id)
  expect(ids.at(-1)).toBe('hide')
  expect(findCommands('', names).map(({ id }) => id)[0]).toBe('fit')
  expect(ids).not.toContain('palette')
})

test('command search finds an unavailable command by a synonym only where nothing else is found', async () => {
  await renderPart(<Page />)
  const names = (id: string) => ({ names: [id], synonyms: id === 'hide' ? ['vanish'] : id === 'fit' ? ['show'] : [] })
  expect(findCommands('vanish', names)).toMatchObject([{ id: 'hide', unavailableReason: 'selection' }])
  const both = (id: string) => ({ names: [id], synonyms: id === 'hide' || id === 'fit' ? ['vanish'] : [] })
  expect(findCommands('vanish', both).map(({ id }) => id)).toEqual(['fit'])
})
