import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { statusKind } from '../../../platform/files/file-status.js'
import { startInternationalization } from '../../../platform/i18n/index.js'
import { StatusIcon } from './model-files-tab.js'

beforeEach(() => startInternationalization('en'))
afterEach(cleanup)

test.each([
  ['processing', 'Processing', 'clock', 'animate-turn'],
  ['inprogress', 'Processing', 'clock', 'animate-turn'],
  ['success', 'Ready', 'check', 'text-success'],
  ['failed', 'Failed', 'x', 'text-danger'],
  ['error', 'Error', 'x', 'text-danger'],
  ['elsewhere', 'Unknown', 'question', 'text-muted'],
])('file status %s has its icon and colour', (status, label, icon, colorClass) => {
  render(<StatusIcon kind={statusKind(status)} />)
  const iconClass = screen.getByTitle(label).querySelector('svg')?.getAttribute('class') ?? ''
  expect(iconClass).toContain(icon)
  expect(iconClass.split(' ')).toContain(colorClass)
})
