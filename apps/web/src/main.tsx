import './platform/styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createQueryClient, Providers } from './app/providers.js'
import { reloadWhenPartsAreGone } from './app/reload-when-parts-are-gone.js'
import { appRoutes } from './app/router.js'
import { startInternationalization } from './platform/i18n/index.js'

reloadWhenPartsAreGone()
// If the messages of another language cannot be loaded, the page falls back to English.
await startInternationalization().catch(() => null)

const container = document.getElementById('root')
if (container) {
  createRoot(container).render(
    <StrictMode>
      <Providers queryClient={createQueryClient()}>
        <RouterProvider router={createBrowserRouter(appRoutes)} />
      </Providers>
    </StrictMode>,
  )
}
