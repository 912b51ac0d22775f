import '../shared/styles/index.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { reloadWhenPartsAreGone } from '../app/reload-when-parts-are-gone.js'
import { startInternationalization, storedLanguage } from '../shared/i18n/index.js'
import { type PublicPageName, publicPages } from './pages.js'

reloadWhenPartsAreGone()

const isPageName = (name: string | undefined): name is PublicPageName =>
  name !== undefined && Object.hasOwn(publicPages, name)

/** Takes over the page that was rendered before; in another language than it was sent in, it is drawn anew. */
async function takeOver(place: HTMLElement, name: PublicPageName): Promise<void> {
  const language = storedLanguage()
  await startInternationalization(language)
  const Page = await publicPages[name].load()
  const page = (
    <StrictMode>
      <Page />
    </StrictMode>
  )
  if (place.dataset['language'] === language) hydrateRoot(place, page)
  else createRoot(place).render(page)
}

const place = document.querySelector<HTMLElement>('[data-page]')
const name = place?.dataset['page']
if (place && isPageName(name)) void takeOver(place, name)
