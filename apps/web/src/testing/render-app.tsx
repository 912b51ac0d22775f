import { configure, render, type RenderResult } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { createQueryClient, Providers } from '../app/providers.js'
import { appRoutes } from '../app/router.js'
import { accessToken } from '../platform/api/access-token.js'
import { requirePageMessages, startInternationalization } from '../platform/i18n/index.js'

// Pages are loaded when they are first shown; on a busy machine that takes longer than the default second.
configure({ asyncUtilTimeout: 30_000 })

/** Simulates the layout of a browser window of this size: happy-dom gives every element a size of zero. */
export function layOut({ width, height }: { width: number; height: number }): void {
  for (const name of ['offsetWidth', 'clientWidth']) {
    vi.spyOn(HTMLElement.prototype, name as 'offsetWidth', 'get').mockReturnValue(width)
  }
  for (const name of ['offsetHeight', 'clientHeight']) {
    vi.spyOn(HTMLElement.prototype, name as 'offsetHeight', 'get').mockReturnValue(height)
  }
  vi.stubGlobal('matchMedia', (query: string) => {
    const limit = /max-width: (\d+)px/.exec(query)?.[1]
    return Object.assign(new EventTarget(), { matches: limit !== undefined && width <= Number(limit), media: query })
  })
}

export const desktop = { width: 1440, height: 900 }
export const mobile = { width: 390, height: 844 }

interface RenderedApp extends RenderResult {
  readonly user: UserEvent
  /** Returns path and query of the router. */
  readonly getPath: () => string
}

/** Renders the whole application at a path, signed in or not. */
export async function renderApp(path: string, { signedIn = false } = {}): Promise<RenderedApp> {
  await startInternationalization('en')
  if (signedIn) accessToken.write('token-1')
  return renderRoutes(appRoutes, path)
}

/** Renders a part of the application with the providers of every page and the messages of the viewer and of folders. */
export async function renderPart(part: ReactNode): Promise<RenderedApp> {
  await startInternationalization('en')
  await Promise.all([requirePageMessages('viewer'), requirePageMessages('folders')])
  return renderRoutes([{ path: '*', element: part }])
}

function renderRoutes(routes: RouteObject[], path = '/'): RenderedApp {
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  const user = userEvent.setup()
  const result = render(
    <Providers queryClient={createQueryClient()}>
      <RouterProvider router={router} />
    </Providers>,
  )
  return { ...result, user, getPath: () => router.state.location.pathname + router.state.location.search }
}
