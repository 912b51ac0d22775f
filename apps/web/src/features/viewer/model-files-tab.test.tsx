// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FileRecord } from '@kamar/contracts'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { fileRecord } from '../../testing/records.js'
import { desktop, layOut, renderPart } from '../../testing/render-app.js'
import { ModelFilesTab } from './model-files-tab.js'

beforeEach(() => {
  layOut(desktop)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(cleanUpPage)

const red = 'text-danger'

test.each([
  ['processing', 'Processing', 'clock', 'animate-turn'],
  ['inprogress', 'Processing', 'clock', 'animate-turn'],
  ['success', 'Ready', 'check', 'text-success'],
  ['failed', 'Failed', 'x', red],
  ['error', 'Error', 'x', red],
  ['elsewhere', 'Unknown', 'question', 'text-muted'],
])('%s has its icon and its colour', async (status, label, icon, look) => {
  appServer([fileRecord({ description: 'Tower.ifc', status: status as FileRecord['status'] })])
  await renderPart(<ModelFilesTab openUrn={null} onOpen={vi.fn()} />)
  await screen.findByTitle('Tower.ifc')
  const drawn = screen.getByTitle(label).querySelector('svg')?.getAttribute('class') ?? ''
  expect(drawn).toContain(icon)
  expect(drawn.split(' ')).toContain(look)
})
