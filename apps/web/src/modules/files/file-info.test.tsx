import type { FileRecord } from '@kamar/contracts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { fileRecord } from '../../testing/records.js'
import { renderPart } from '../../testing/render-app.js'
import { json, errorResponse, type StubServer, stubServer } from '../../testing/stub-server.js'
import { testManifest } from '../../testing/test-viewer.js'
import { CollaborationInfo } from './info/collaboration-info.js'
import { ModelInfo } from './info/model-info.js'

let server: StubServer
beforeEach(() => {
  server = stubServer()
})
afterEach(cleanUpPage)

const readInfo = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
const queryInfo = (name: string) => screen.queryByText(name, { selector: 'dt' })

describe('model metadata', () => {
  const show = async (over: Parameters<typeof testManifest>[0]): Promise<void> => {
    server.on('GET /api/derivatives/*', () => json(testManifest(over)))
    await renderPart(<ModelInfo file={fileRecord()} />)
    await screen.findByText('Unit', { selector: 'dt' })
  }

  test('contains dimensions, unit, storeys, authoring tool and georeference', async () => {
    await show({
      bounds: { min: [-5, -5, 0], max: [7.345, 5, 6.1] },
      unit: { name: 'FOOT', metres: 0.3048 },
      storeys: 4,
      authoringTool: { name: 'Revit', release: '2025' },
      georeference: { coordinateReferenceSystem: 'EPSG:32638' },
    })
    expect(readInfo('Dimensions (X × Y × Z)')).toBe('12.3 × 10 × 6.1 m')
    expect(readInfo('Unit')).toBe('Feet')
    expect(readInfo('Storeys')).toBe('4')
    expect(readInfo('Written by')).toBe('Revit 2025')
    expect(readInfo('Georeference')).toBe('EPSG:32638')
  })

  test('states the dimensions of a part in millimetres', async () => {
    await show({ bounds: { min: [0, 0, 0], max: [0.0425, 0.02, 0.0031] } })
    expect(readInfo('Dimensions (X × Y × Z)')).toBe('42.5 × 20 × 3.1 mm')
  })

  test('states the name of a program that gives the path of its file', async () => {
    await show({ authoringTool: { name: 'T:/Xella/Applications/AnubisDraw.exe', release: '1.4' } })
    expect(readInfo('Written by')).toBe('AnubisDraw 1.4')
  })

  test('omits values that the file does not state, and says that it is not georeferenced', async () => {
    await show({ unit: { name: 'league', metres: 4828 } })
    expect(readInfo('Georeference')).toBe('No')
    expect(readInfo('Unit')).toBe('league')
    for (const name of ['Storeys', 'Sheets', 'Written by']) expect(queryInfo(name)).toBeNull()
  })

  test('contains sheets but no dimensions for a drawing', async () => {
    const sheet = { name: 'A', kind: 'layout', path: 'sheets/000/sheet.json', thumbnail: null, entities: 1 } as const
    await show({ version: 3, bounds: null, sheets: [{ ...sheet, active: true }] })
    expect(readInfo('Sheets')).toBe('1')
    expect(queryInfo('Dimensions (X × Y × Z)')).toBeNull()
    expect(queryInfo('Georeference')).toBeNull()
  })

  test('is not requested before the file is translated', async () => {
    await renderPart(<ModelInfo file={fileRecord({ status: 'inprogress' })} />)
    expect(server.calls('GET /api/derivatives/*')).toHaveLength(0)
  })
})

describe('collaboration metadata', () => {
  const topics = 'GET /api/auth/my-urns/f1/topics'
  const membersRoute = 'GET /api/auth/my-urns/f1/people'
  const sharing = {
    projectId: 'p1',
    folderId: 'p1',
    projectName: 'Tower',
    personal: false,
    role: 'owner',
    owner: { id: 'me', name: 'Ani' },
    mine: true,
    people: 0,
  } as const
  const onShare = (): void => undefined
  const show = (over: Partial<FileRecord> = {}) =>
    renderPart(<CollaborationInfo file={fileRecord({ id: 'f1', sharing, ...over })} onShare={onShare} />)
  const serveTopics = (open: number) =>
    server.on(topics, () =>
      json({
        topics: [],
        total: 0,
        page: 1,
        pages: 1,
        mayCreate: true,
        counts: { all: 5, open, closed: 5 - open, mine: 0, overdue: 0 },
        facets: { status: [], type: [], priority: [], stage: [], label: [], assignee: [] },
      }),
    )

  test('contains the number of open issues and says that the file is not shared', async () => {
    serveTopics(3)
    await show()
    await waitFor(() => expect(readInfo('Open issues')).toBe('3'))
    expect(readInfo('Shared with')).toBe('Only you')
    expect(server.calls(membersRoute)).toHaveLength(0)
  })

  test('names two members and counts the others', async () => {
    serveTopics(0)
    const member = {
      ...{ email: '', role: 'viewer', isMember: true, organizations: [], isPayer: false, isYou: false },
      since: '2026-01-01T00:00:00.000Z',
    }
    const names = ['Ani', 'Gor', 'Lilit', 'Davit']
    const project = {
      ...{ id: 'p1', name: 'Tower', personal: false, role: 'owner', mine: true },
      ...{
        owner: { id: 'me', name: 'Ani' },
        files: 1,
        members: 4,
        quotaBytes: null,
        usedBytes: 0,
        filesMayLeave: null,
      },
    }
    const members = names.map((name) => ({ ...member, id: name, name, isYou: name === 'Ani' }))
    server.on(membersRoute, () => json({ project, folder: null, mayShare: true, members, groups: [], invitations: [] }))
    await show({ sharing: { ...sharing, people: 3 } })
    await waitFor(() => expect(readInfo('Shared with')).toBe('Gor, Lilit and 1 more'))
  })

  test('counts members whose names are refused, and omits refused issues', async () => {
    for (const route of [topics, membersRoute]) server.on(route, () => errorResponse(403, 'not-allowed', 'no'))
    await show({ sharing: { ...sharing, people: 2 } })
    await waitFor(() => expect(server.calls(membersRoute).length).toBeGreaterThan(0))
    expect(readInfo('Shared with')).toBe('2 people')
    expect(queryInfo('Open issues')).toBeNull()
  })
})
