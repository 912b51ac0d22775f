import '../platform/styles/index.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { reloadWhenPartsAreGone } from '../app/reload-when-parts-are-gone.js'
import { startInternationalization, storedLanguage } from '../platform/i18n/index.js'
import { IconProvider } from '../platform/design/icon-provider.js'
import { type PublicPageName, publicPages } from './pages.js'

reloadWhenPartsAreGone()

const isPageName = (name: string | undefined): name is PublicPageName =>
  name !== undefined && Object.hasOwn(publicPages, name)

/** Hydrates the prerendered page; renders it again if its language differs from the prerendered one. */
async function hydrate(container: HTMLElement, name: PublicPageName): Promise<void> {
  const language = storedLanguage()
  await startInternationalization(language)
  const Page = await publicPages[name].load()
  const page = (
    <StrictMode>
      <IconProvider>
        <Page />
      </IconProvider>
    </StrictMode>
  )
  if (container.dataset['language'] === language) hydrateRoot(container, page)
  else createRoot(container).render(page)
}

const container = document.querySelector<HTMLElement>('[data-page]')
const name = container?.dataset['page']
if (container && isPageName(name)) void hydrate(container, name)
