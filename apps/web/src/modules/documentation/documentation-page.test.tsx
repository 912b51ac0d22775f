import { uploadExtensions } from '@kamar/core'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chooseLanguage } from '../../platform/i18n/index.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { desktop, layOut, renderApp } from '../../testing/render-app.js'

beforeEach(() => layOut(desktop))
afterEach(async () => {
  await cleanUpPage()
  await chooseLanguage('en')
})

const findTable = (id: string, index = 0): HTMLElement[] => {
  const [...tables] = within(document.getElementById(id) as HTMLElement).getAllByRole('table')
  return within(tables[index] as HTMLElement)
    .getAllByRole('row')
    .slice(1)
}

describe('documentation page', () => {
  test('lists every extension that can be uploaded and whether it is shown', async () => {
    await renderApp('/documentation')
    await screen.findByRole('heading', { level: 1, name: 'Documentation' })
    const rows = findTable('formats').map(({ textContent }) => textContent ?? '')
    for (const extension of uploadExtensions) expect(rows.some((row) => row.includes(extension))).toBe(true)
    expect(rows.find((row) => row.includes('.ifc'))).toContain('Shown')
    expect(rows.find((row) => row.includes('.skp'))).toContain('Shown')
  })

  test('translates descriptive format names', async () => {
    await renderApp('/documentation')
    await chooseLanguage('hy')
    expect(await screen.findByText('Revit նախագիծ')).toBeTruthy()
    expect(screen.getByText('Rhino 3D')).toBeTruthy()
  })

  test('lists the keyboard shortcuts of the viewer, its panels and the file list', async () => {
    await renderApp('/documentation')
    await screen.findByRole('heading', { level: 1, name: 'Documentation' })
    const viewer = findTable('keyboard').map(({ textContent }) => textContent)
    expect(viewer).toContain('FFit the model to the window')
    expect(viewer).toContain('EscClear selection')
    expect(viewer.join()).toContain('Shift + ←')
    const others = [1, 2, 3, 4].flatMap((table) => findTable('keyboard', table).map(({ textContent }) => textContent))
    for (const row of ['EscClose the panel', 'EnterOpen the model', 'XSection on or off', 'Ctrl + ZUndo a tool action'])
      expect(others).toContain(row)
  })

  test('links to each of its chapters', async () => {
    await renderApp('/documentation')
    const contents = await screen.findByRole('navigation', { name: 'On this page' })
    const targets = within(contents)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')?.slice(1) ?? '')
    expect(targets).toHaveLength(10)
    for (const target of targets) expect(document.getElementById(target)).toBeTruthy()
  })

  test('changes its texts with the language', async () => {
    await renderApp('/documentation')
    await screen.findByRole('heading', { level: 1, name: 'Documentation' })
    await chooseLanguage('hy')
    expect(await screen.findByRole('heading', { level: 1, name: 'Ուղեցույց' })).toBeTruthy()
    expect(screen.getByText('Պտտել')).toBeTruthy()
  })
})
