import { vi } from 'vitest'
import * as startViewerModule from '../viewer/session/start-viewer.js'
import { type TestViewer, testViewer } from './test-viewer.js'

/** Replaces the viewers of pages by stubs until `cleanUpPage`; returns those that were started, in order. */
export function stubViewers(create: () => TestViewer = testViewer): TestViewer[] {
  const started: TestViewer[] = []
  vi.spyOn(startViewerModule, 'startViewer').mockImplementation(async () => {
    const next = create()
    started.push(next)
    return next.viewer
  })
  return started
}
