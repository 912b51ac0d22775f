import type { Draft } from '@kamar/contracts'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { json, type StubServer } from '../../../testing/stub-server.js'
import { TestSession } from '../../../testing/test-session.js'
import { testManifestSheet } from '../../../testing/test-sheet-session.js'
import { testManifest, testViewer } from '../../../testing/test-viewer.js'
import { Slot } from '../../kit/slot.js'
import type { FileAccess } from '../../session/session.js'
import { createDraftStore } from './draft-store.js'
import { tool } from './tool.js'

const sheets = [testManifestSheet('Plan')]
const manifest = testManifest({ version: 3, sheets, counts: { ...testManifest().counts, instances: 0 } })
const draft: Draft = {
  views: [
    {
      camera: null,
      sections: [],
      visibility: { defaultVisible: true, exceptions: [] },
      selection: [],
      colouring: [],
      sheet: {
        name: 'Plan',
        index: 0,
        center: [0, 0],
        heightUnits: 297,
        aspectRatio: 1.4,
        hiddenLayers: [],
        paper: 'light',
        plottedWeights: true,
        measurements: [
          {
            kind: 'distance',
            points: [
              [0, 0],
              [1, 0],
            ],
          },
        ],
      },
    },
  ],
  changedAt: '2026-11-28T12:00:00.000Z',
}
const address = { owner: 'account-1', fileId: 'file-1', urn: 'urn-tower' }
let server: StubServer

beforeEach(() => {
  layOut(desktop)
  localStorage.setItem('deviceOwner', address.owner)
  server = appServer()
  server.on('GET /api/auth/my-urns/file-1/draft', () => json(null))
})
afterEach(cleanUpPage)

const show = (access: Partial<FileAccess>) =>
  renderPart(
    <TestSession
      engine={testViewer()}
      tools={[tool]}
      model={{ urn: address.urn, manifest }}
      access={{ hasAccount: true, ...access }}
    >
      <Slot name="in:below-bar" />
    </TestSession>,
  )

describe('draft of the open file', () => {
  test('is restored on a drawing', async () => {
    createDraftStore(address).writeLocal(draft)
    await show({ fileId: address.fileId })
    expect(await screen.findByText('Restored: 1 measurement')).toBeTruthy()
  })

  test('is restored without a network, when only this device knows the file of the model', async () => {
    createDraftStore(address).writeLocal(draft)
    await show({ fileId: null, isUnreachable: true })
    expect(await screen.findByText('Restored: 1 measurement')).toBeTruthy()
  })

  test('waits for the file of the model while it is being requested', async () => {
    createDraftStore(address).writeLocal(draft)
    const part = await show({ fileId: null })
    expect(screen.queryByText('Restored: 1 measurement')).toBeNull()
    part.unmount()
    await show({ fileId: address.fileId })
    expect(await screen.findByText('Restored: 1 measurement')).toBeTruthy()
  })
})
