import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { interfaceLanguages } from '../platform/i18n/languages.js'
import { loadMessages, type MessageTree } from '../platform/i18n/load-messages.js'
import { Slot, ViewContent } from '../viewer/kit/slot.js'
import type { Tool, View } from '../viewer/kit/tool.js'
import { useViews } from '../viewer/kit/tools-context.js'
import { type Session, useViewerSession } from '../viewer/session/session.js'
import { InspectorPanel } from '../viewer/shell/inspector-panel.js'
import { LeftPanel } from '../viewer/kit/left-panel.js'
import { appServer } from './app-server.js'
import { cleanUpPage } from './clean-up.js'
import { fileRecord } from './records.js'
import { desktop, layOut, mobile, renderPart } from './render-app.js'
import type { StubServer } from './stub-server.js'
import { TestSession } from './test-session.js'
import { houseTree } from './test-tree.js'
import { testManifest, testReport, type TestViewer, testViewer } from './test-viewer.js'

interface ToolSuiteOptions {
  /** Extensions of the engine that the tool loads at once. */
  readonly autoload?: readonly string[]
}

/** Tests what every tool has in common: texts, commands, views on each device, and what it requests. */
export function describeTool(tool: Tool, { autoload = [] }: ToolSuiteOptions = {}): void {
  const { descriptor, views = [] } = tool
  const isForGuests = descriptor.access === 'everyone'
  let server: StubServer
  beforeEach(() => {
    layOut(desktop)
    server = appServer([file])
  })
  afterEach(cleanUpPage)

  describe(`tool ${descriptor.id}`, () => {
    test.each(interfaceLanguages)('has its texts in %s', async (language) => {
      const messages = await loadMessages(language, ['viewer'])
      const titles = views.flatMap((view) => ('title' in view ? [view.title, view.shortTitle ?? view.title] : []))
      const keys = [...descriptor.commands.map(({ text }) => text), ...titles]
      expect(keys.filter((key) => !hasText(messages, key))).toEqual([])
    })

    test('implements its own commands only', () => {
      const ids = descriptor.commands.map(({ id }) => id)
      expect(Object.keys(tool.actions).filter((id) => !ids.includes(id))).toEqual([])
    })

    test('requests nothing until it is used', async () => {
      const { engine } = await show(tool)
      expect(server.requests.map(({ path }) => path)).toEqual([])
      const loaded = vi.mocked(engine.viewer.loadExtension).mock.calls.map(([id]) => id)
      expect([...new Set(loaded)]).toEqual(autoload)
    })

    test.each([
      ['a desktop', desktop],
      ['a phone', mobile],
    ])('opens and closes its views on %s', async (_name, device) => {
      layOut(device)
      const { session, offered } = await show(tool)
      for (const { id, slot } of views.filter((view) => isOpenable(view.slot) && isForModels(tool, view))) {
        act(() => session().layout.open(id))
        expect(session().layout.isOpen(id)).toBe(true)
        const isPanel = slot === 'panel' || slot === 'inspector'
        expect(isPanel && screen.queryByRole('complementary') !== null).toBe(offered().includes(id))
        act(() => session().layout.close(id))
        expect(session().layout.isOpen(id)).toBe(false)
      }
      await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
    })

    test.runIf(isForGuests)('requests nothing from the server for guests', async () => {
      for (const device of [desktop, mobile]) {
        layOut(device)
        const { session } = await show(tool, { isGuest: true })
        for (const { id } of views.filter(({ slot }) => isOpenable(slot))) act(() => session().layout.open(id))
        await act(() => vi.dynamicImportSettled())
        cleanup()
      }
      expect(server.requests.map(({ path }) => path)).toEqual([])
    })
  })
}

const file = fileRecord({ id: 'file-1', description: 'Tower.ifc', urn: 'urn-tower' })

const isForModels = ({ descriptor }: Tool, { surface = descriptor.surface }: View): boolean => surface !== 'sheet'

const isOpenable = (slot: string): boolean => ['panel', 'inspector', 'dialog', 'floating'].includes(slot)

function hasText(messages: MessageTree, key: string): boolean {
  let value: string | MessageTree | undefined = messages
  for (const part of key.split('.')) value = typeof value === 'object' ? value[part] : undefined
  return typeof value === 'string' && value !== ''
}

/** Renders the open dialog and floating view. */
function OpenViews() {
  const { layout } = useViewerSession()
  return [...useViews('dialog'), ...useViews('floating')]
    .filter(({ view }) => layout.isOpen(view.id))
    .map((offered) => <ViewContent key={offered.view.id} {...offered} />)
}

/** Renders every view that is offered or open, and reports the offered panels. */
function Views({ onPanels }: { readonly onPanels: (ids: readonly string[]) => void }) {
  onPanels([...useViews('panel'), ...useViews('inspector')].map(({ view }) => view.id))
  return (
    <>
      <LeftPanel />
      <InspectorPanel />
      <Suspense fallback={null}>
        <OpenViews />
      </Suspense>
      {(['bar', 'overlay', 'in:top-bar', 'in:page'] as const).map((slot) => (
        <Slot key={slot} name={slot} />
      ))}
    </>
  )
}

interface ShownTool {
  readonly engine: TestViewer
  readonly session: () => Session
  /** Returns the ids of the panels that are offered. */
  readonly offered: () => readonly string[]
}

/** Renders the tool with a loaded model, for an account or for a guest. */
async function show(tool: Tool, { isGuest = false } = {}): Promise<ShownTool> {
  const engine = testViewer({ tree: houseTree() })
  const manifest = testManifest({ report: testReport() })
  const loading = engine.viewer.load({ manifestUrl: '/manifest.json' })
  engine.finishLoad(manifest)
  await loading
  vi.spyOn(engine.viewer, 'loadExtension')
  let current: Session | null = null
  let panels: readonly string[] = []
  await renderPart(
    <TestSession
      engine={engine}
      tools={[tool]}
      model={{ manifest, renderedManifest: manifest }}
      access={isGuest ? {} : { hasAccount: true, file, fileId: file.id, role: 'owner' }}
      onSession={(session) => {
        current = session
      }}
    >
      <Views
        onPanels={(ids) => {
          panels = ids
        }}
      />
    </TestSession>,
  )
  return { engine, session: () => current as unknown as Session, offered: () => panels }
}
